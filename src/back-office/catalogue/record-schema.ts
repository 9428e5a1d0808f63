import { type Fields, isSameValue } from '#core/rules/catalogue/record-values.ts';

/** The subset of JSON Schema that catalogue records use. */
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
  /** The schema of a field, and that of null. */
  readonly anyOf?: readonly FieldSchema[];
  /** The schema of each entry of a map; false for objects with fixed fields. */
  readonly additionalProperties?: FieldSchema | boolean;
}

/** Returns whether the field is a Markdown text, which needs a large input. */
export function isMarkdown({ format }: FieldSchema): boolean {
  return format === 'markdown';
}

/** Returns whether the field is `{ de, en }`: a text, or a list of texts, in both languages. */
export function isLocalized({ properties = {} }: FieldSchema): boolean {
  return Object.keys(properties).join() === 'de,en';
}

export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns the schema of a form: a field that can be null is an optional one, and a map has an entry for each country to
 * which the shop delivers (`delivery_countries` of the record).
 */
export function formSchema(schema: FieldSchema, record: Fields): FieldSchema {
  const plain = schema.anyOf?.find(({ type }) => type !== 'null');
  if (plain !== undefined) return plain;
  const { properties, additionalProperties: entry } = schema;
  if (properties !== undefined) {
    const fields = Object.entries(properties);
    return {
      ...schema,
      properties: Object.fromEntries(fields.map(([name, field]) => [name, formSchema(field, record)])),
    };
  }
  if (typeof entry !== 'object') return schema;
  const countries = asList(record.delivery_countries).map(String);
  const named = countries.filter((country) => country !== '');
  return { ...schema, properties: Object.fromEntries(named.map((country) => [country, entry])) };
}

/** Returns an empty value for a schema, for a new record or a new list entry. */
export function emptyValueOf(schema: FieldSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.properties !== undefined) {
    const required = Object.entries(schema.properties).filter(
      ([name, field]) => schema.required?.includes(name) || field.default !== undefined,
    );
    return Object.fromEntries(required.map(([name, field]) => [name, emptyValueOf(field)]));
  }
  if (schema.type === 'array') return [];
  return schema.type === 'string' ? '' : undefined;
}

/** Returns the value to send: without empty lines in lists and without empty optional fields. */
export function withoutEmptyValues(schema: FieldSchema, value: unknown): unknown {
  if (schema.properties !== undefined && schema.oneOf === undefined) {
    const fields = Object.entries(asFields(value)).map(([name, field]) => {
      const inner = schema.properties?.[name];
      return [name, inner === undefined ? field : withoutEmptyValues(inner, field)] as const;
    });
    const isWanted = ([name, field]: readonly [string, unknown]) =>
      schema.required?.includes(name) || schema.properties?.[name]?.default !== undefined || !isEmpty(field);
    return Object.fromEntries(fields.filter(isWanted));
  }
  if (schema.type === 'array') {
    const items = asList(value).map((item) => withoutEmptyValues(schema.items ?? {}, item));
    return items.filter((item) => item !== '');
  }
  return typeof value === 'string' ? value.trim() : value;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === undefined || value === '';
}

/**
 * Returns the faults of values that are unchanged since the last save. Changed values are only checked by the next
 * save.
 */
export function remainingFaults<Fault extends { readonly path: string }>(
  faults: readonly Fault[],
  saved: Fields,
  written: Fields,
): readonly Fault[] {
  return faults.filter(({ path }) => isSameValue(valueAt(saved, path), valueAt(written, path)));
}

/** Returns the value at a path such as `parts.0.title.de`. Null for a fault of the whole record. */
function valueAt(record: unknown, path: string): unknown {
  if (path === '') return null;
  const step = (value: unknown, name: string) => (value as Fields | null | undefined)?.[name];
  return path.split('.').reduce(step, record);
}

/** Returns the list with one entry moved to another index. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Direction of a move: to the previous or to the next place. */
export type Step = -1 | 1;

/** Moves an item from the list of one entry to the same list of another entry. */
export interface ListTransfer {
  /** Index of the entry that the item leaves. */
  readonly index: number;
  /** Name of the list in both entries. */
  readonly field: string;
  readonly from: number;
  /** Index of the entry that receives the item. */
  readonly target: number;
  /** Index in the receiving list. Undefined for the end. */
  readonly to?: number | undefined;
}

/** Returns the list after moving an item from one entry's list to another entry's. Null if there is no such entry. */
export function transferItem(list: readonly unknown[], transfer: ListTransfer): unknown[] | null {
  const { index, field, from, target, to = Number.POSITIVE_INFINITY } = transfer;
  if (target === index || target < 0 || target >= list.length) return null;
  const listOf = (place: number) => asList(asFields(list[place])[field]);
  const given = listOf(index).slice(from, from + 1);
  return list.map((entry, place) => {
    if (place !== index && place !== target) return entry;
    const rest = listOf(place).filter((_, at) => place !== index || at !== from);
    const own = place === target ? [...rest.slice(0, to), ...given, ...rest.slice(to)] : rest;
    return { ...asFields(entry), [field]: own };
  });
}

/**
 * Returns the id of the form field for a fault at a path, with `ids` in page order: the field itself, else the first
 * field inside it (such as German for a text missing in both languages), else the nearest field around it.
 */
export function nearestField(path: string, ids: readonly string[]): string | undefined {
  for (let place = path; place !== ''; place = place.split('.').slice(0, -1).join('.')) {
    const own = `field-${place}`;
    const found = ids.find((id) => id === own) ?? ids.find((id) => id.startsWith(`${own}.`));
    if (found !== undefined) return found;
  }
  return undefined;
}
