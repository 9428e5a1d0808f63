import { type Fields, isSameValue } from '#core/rules/catalogue/record-values.ts';

/** The part of JSON Schema that records of the catalogue use. */
export interface FieldSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly oneOf?: readonly FieldSchema[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly format?: string;
  readonly default?: unknown;
}

/** A text with headings, lists and links, which wants room. */
export function isMarkdown({ format }: FieldSchema): boolean {
  return format === 'markdown';
}

/** `{ de, en }`: a text, or lists of texts, in both languages. */
export function isLocalized({ properties = {} }: FieldSchema): boolean {
  return Object.keys(properties).join() === 'de,en';
}

export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An empty value of this shape, for a new record or a new entry of a list. */
export function emptyOf(schema: FieldSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.properties !== undefined) {
    const required = Object.entries(schema.properties).filter(
      ([name, field]) => schema.required?.includes(name) || field.default !== undefined,
    );
    return Object.fromEntries(required.map(([name, field]) => [name, emptyOf(field)]));
  }
  if (schema.type === 'array') return [];
  return schema.type === 'string' ? '' : undefined;
}

/** The value as it is sent: without empty lines of lists, and without optional fields that are empty. */
export function tidied(schema: FieldSchema, value: unknown): unknown {
  if (schema.properties !== undefined && schema.oneOf === undefined) {
    const fields = Object.entries(asFields(value)).map(([name, field]) => {
      const inner = schema.properties?.[name];
      return [name, inner === undefined ? field : tidied(inner, field)] as const;
    });
    const isWanted = ([name, field]: readonly [string, unknown]) =>
      schema.required?.includes(name) || schema.properties?.[name]?.default !== undefined || !isEmpty(field);
    return Object.fromEntries(fields.filter(isWanted));
  }
  if (schema.type === 'array') {
    const items = asList(value).map((item) => tidied(schema.items ?? {}, item));
    return items.filter((item) => item !== '');
  }
  return typeof value === 'string' ? value.trim() : value;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === undefined || value === '';
}

/** The faults of values that were not changed since they were saved: of others nobody knows before the next save. */
export function faultsLeft<Fault extends { readonly path: string }>(
  faults: readonly Fault[],
  saved: Fields,
  written: Fields,
): readonly Fault[] {
  return faults.filter(({ path }) => isSameValue(valueAt(saved, path), valueAt(written, path)));
}

/** What stands at a path like `parts.0.title.de`; nothing of a fault that is about the whole record. */
function valueAt(record: unknown, path: string): unknown {
  if (path === '') return null;
  const step = (value: unknown, name: string) => (value as Fields | null | undefined)?.[name];
  return path.split('.').reduce(step, record);
}

/** A list with the entry at one place moved to another. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** To what is before, or after. */
export type Step = -1 | 1;

interface Passing {
  /** Of the entry that gives one away. */
  readonly index: number;
  /** Its list. */
  readonly field: string;
  readonly from: number;
  readonly step: Step;
}

/**
 * A list in which one entry gives an entry of its own list to that of the entry before, as the last there, or after, as
 * the first; null where there is none.
 */
export function passedOn(list: readonly unknown[], { index, field, from, step }: Passing): unknown[] | null {
  const taker = index + step;
  if (taker < 0 || taker >= list.length) return null;
  const own = asList(asFields(list[index])[field]);
  const taken = asList(asFields(list[taker])[field]);
  const given = own.slice(from, from + 1);
  const lists = new Map<number, readonly unknown[]>([
    [index, own.filter((_, place) => place !== from)],
    [taker, step < 0 ? [...taken, ...given] : [...given, ...taken]],
  ]);
  return list.map((entry, place) =>
    lists.has(place) ? { ...asFields(entry), [field]: lists.get(place) } : entry,
  );
}

/**
 * The id of the field that a fault at this path means, in the order of the page: the field itself, the first in it, as
 * German of a text that is missing in both languages, or the field around a line.
 */
export function nearestField(path: string, ids: readonly string[]): string | undefined {
  for (let place = path; place !== ''; place = place.split('.').slice(0, -1).join('.')) {
    const own = `field-${place}`;
    const found = ids.find((id) => id === own) ?? ids.find((id) => id.startsWith(`${own}.`));
    if (found !== undefined) return found;
  }
  return undefined;
}
