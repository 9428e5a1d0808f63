import type { Endpoint, EndpointResponse } from './endpoint.ts';

/** JSON:API resource types whose id is the slug of their page. */
const slugTypes = ['campaigns', 'masters', 'pages', 'posts'] as const;

type Primitive = string | number | boolean | null | undefined;

/**
 * The type of a value in which every JSON:API resource, at any depth, is replaced by a plain object: id and
 * attributes.
 */
type Unwrapped<Value> = unknown extends Value
  ? Value
  : Value extends Primitive
    ? Value
    : Value extends { readonly type: infer Type; readonly id: string; readonly attributes: infer Attributes }
      ? {
          readonly [Key in Type extends (typeof slugTypes)[number] ? 'slug' : 'id']: string;
        } & Fields<Attributes>
      : Fields<Value>;

type Fields<Value> = { readonly [Key in keyof Value]: Unwrapped<Value[Key]> };

/** Fields of a response that clients do not need: the success flag and the links to other pages. */
type Envelope = 'success' | 'links';

type Document<Body> = Body extends { data: infer Items; meta: { page: infer Page } }
  ? { items: Unwrapped<Items> } & Page & Unwrapped<Omit<Body['meta'], 'page'>>
  : [Exclude<keyof Body, Envelope>] extends [never]
    ? null
    : [Exclude<keyof Body, Envelope>] extends ['data']
      ? Unwrapped<Body['data' & keyof Body]>
      : Unwrapped<Omit<Body, Envelope>>;

/**
 * The value that a client gets from an endpoint: a list as `{ items, number, size, total }` with the other
 * fields of its `meta`; a document as its `data`; `{ success: true }` as null. A body with other fields
 * besides `data` keeps all fields.
 */
export type EndpointValue<E extends Endpoint> = Document<EndpointResponse<E>>;

/**
 * Converts the parsed response body of an endpoint to its `EndpointValue`. The field names are read from the
 * schema of the endpoint, because an optional field may be missing in the body.
 */
export function unwrapDocument({ response }: Endpoint, body: unknown): unknown {
  if (!isObject(body)) return body;
  const { success: _, links: __, ...document } = body;
  const { data, meta } = document;
  if (isObject(meta) && isObject(meta.page)) {
    const { page, ...more } = meta;
    return { items: unwrap(data), ...page, ...unwrapFields(more) };
  }
  const shape = 'shape' in response ? response.shape : document;
  const names = Object.keys(shape as object).filter((name) => name !== 'success' && name !== 'links');
  if (names.length === 0) return null;
  return names.length === 1 && names[0] === 'data' ? unwrap(data) : unwrapFields(document);
}

function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrap);
  if (!isObject(value)) return value;
  const { type, id, attributes } = value;
  if (typeof type !== 'string' || !isObject(attributes)) return unwrapFields(value);
  return { [slugTypes.some((known) => known === type) ? 'slug' : 'id']: id, ...unwrapFields(attributes) };
}

function unwrapFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, unwrap(value)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
