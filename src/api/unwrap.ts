import type { Endpoint, EndpointResponse } from './endpoint.ts';

/** JSON:API resource types whose id is the slug of the page that shows them. */
const slugTypes = ['campaigns', 'masters', 'pages', 'posts'] as const;

type Primitive = string | number | boolean | null | undefined;

/** A value with every JSON:API resource in it, at any depth, as a plain object: its id beside its attributes. */
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

/** What says nothing to a client: that the call succeeded, and the addresses of other pages. */
type Envelope = 'success' | 'links';

type Document<Body> = Body extends { data: infer Items; meta: { page: infer Page } }
  ? { items: Unwrapped<Items> } & Page & Unwrapped<Omit<Body['meta'], 'page'>>
  : [Exclude<keyof Body, Envelope>] extends [never]
    ? null
    : [Exclude<keyof Body, Envelope>] extends ['data']
      ? Unwrapped<Body['data' & keyof Body]>
      : Unwrapped<Omit<Body, Envelope>>;

/**
 * What a client gets of an endpoint's response: a list as `{ items, number, size, total }` and whatever else its `meta`
 * holds, a document as its `data`, `{ success: true }` as null. A body with more than `data` keeps its fields.
 */
export type EndpointValue<E extends Endpoint> = Document<EndpointResponse<E>>;

/**
 * Turns a parsed response body of an endpoint into what clients work with; see `EndpointValue`. Which fields there are is
 * read from the endpoint's schema, because an optional field may be missing in the body.
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
