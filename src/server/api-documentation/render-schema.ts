import { escapeHtml } from '#server/escape-html.ts';
import type { JsonSchema } from './json-schema.ts';
import { nameOf } from './json-schema.ts';

/** The fields of a schema as a list of lists; a named schema is linked and not written out again. */
export function renderSchema(schema: JsonSchema): string {
  const fields = fieldsOf(schema);
  const type = `<p class="type">${describeType(schema)}${note(schema)}</p>`;
  return fields === '' ? type : fields;
}

/** The address of a named schema on the page. */
export function anchorOf(name: string): string {
  return `schema-${name.toLowerCase()}`;
}

function fieldsOf(schema: JsonSchema): string {
  if (schema.properties !== undefined) return renderProperties(schema);
  if (schema.items !== undefined && nameOf(schema.items) === null) return fieldsOf(schema.items);
  const forms = (schema.anyOf ?? schema.oneOf ?? []).filter((form) => fieldsOf(form) !== '');
  if (forms.length === 0) return '';
  if (forms.length === 1) return fieldsOf(forms[0] as JsonSchema);
  return forms
    .map((form, index) => `<p class="form">Form ${index + 1} of ${forms.length}</p>${fieldsOf(form)}`)
    .join('\n');
}

function renderProperties({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const need = required.includes(name) ? '<span class="need">required</span>' : '';
    return `<li><code class="name">${escapeHtml(name)}</code> <span class="type">${describeType(field)}</span> ${need}${note(field)}${fieldsOf(field)}</li>`;
  });
  return rows.length === 0 ? '' : `<ul class="fields">${rows.join('\n')}</ul>`;
}

/** What a value is, in a few words: `integer, 1 to 100`. */
export function describeType(schema: JsonSchema): string {
  const name = nameOf(schema);
  if (name !== null) return `<a href="#${anchorOf(name)}">${escapeHtml(name)}</a>`;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' · ');
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return [...new Set(forms.map(describeType))].join(' or ');
  if (schema.type === 'array') return `list of ${describeType(schema.items ?? {})}${bounds(schema)}`;
  return escapeHtml(`${schema.format ?? schema.type ?? 'anything'}${bounds(schema)}`);
}

function literal(value: unknown): string {
  return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
}

function bounds(schema: JsonSchema): string {
  const pairs = [
    [schema.minimum, schema.maximum, ''],
    [schema.minLength, schema.maxLength, ' characters'],
    [schema.minItems, schema.maxItems, ' entries'],
  ] as const;
  for (const [low, high, unit] of pairs) {
    if (low !== undefined && high !== undefined) return `, ${low} to ${high}${unit}`;
    if (low !== undefined) return `, at least ${low}${unit}`;
    if (high !== undefined) return `, at most ${high}${unit}`;
  }
  return '';
}

function note({ description, default: usual, pattern }: JsonSchema): string {
  const parts = [
    ...(description === undefined ? [] : [withCode(description)]),
    ...(usual === undefined ? [] : [`Without it: ${literal(usual)}.`]),
    ...(pattern === undefined ? [] : [`Pattern <code>${escapeHtml(pattern)}</code>.`]),
  ];
  return parts.length === 0 ? '' : `<span class="note">${parts.join(' ')}</span>`;
}

/** A plain sentence with code between backticks. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
