import * as z from 'zod/mini';
import type { FailureCode } from '#core/model/failure.ts';
import type { Permission } from '#core/model/operator.ts';
import { type Failure, failure } from './success-and-failure.ts';

type Schema = z.ZodMiniType;

/**
 * Who may call an endpoint. `optional_user`: anyone; an access token is used if sent. `operator`: a back office session
 * with the required permission; a shopper's token is ignored.
 */
type Access = 'anyone' | 'optional_user' | 'user' | 'operator';

/**
 * Permission that a back office call requires. `own`: any operator, about themselves; `none`: no permission, for login
 * calls.
 */
export type RequiredPermission = Permission | 'own' | 'none';

/** Header with the token by which a guest proves to be the buyer of an order. */
export const orderTokenHeader = 'X-Order-Token';

/** The definition of one API call. The client parses responses with it, the server parses requests. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Caller extends Access = Access,
> {
  /** Operation name in failure reports and in OpenAPI. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`;
  /** Other paths of the same call, with their operation names in OpenAPI. */
  readonly aliases: readonly { readonly name: string; readonly path: `/${string}` }[];
  readonly access: Caller;
  /** Null for calls of the shop. */
  readonly permission: RequiredPermission | null;
  /** Whether the second factor must have been verified in the last ten minutes; API keys cannot do that. */
  readonly needsFreshProof: boolean;
  /**
   * Media type of the request body; JSON:API for users and addresses
   * (docs/behaviour/api-conventions.md#json-api-bodies). `application/octet-stream` is a `byteStream`, at most 8 MiB.
   */
  readonly mediaType: 'application/json' | 'application/vnd.api+json' | 'application/octet-stream';
  readonly status: 200 | 201 | 202;
  /** False if the request body is ignored. */
  readonly readsBody: boolean;
  /** Whether HEAD requests are allowed. False for a GET that changes data, because programs check links with HEAD. */
  readonly acceptsHead: boolean;
  readonly params: Params;
  /** Query parameters by their name in the URL, for example `page[size]`. */
  readonly query: Query;
  readonly body: Body;
  readonly response: Answer;
  /**
   * Media type of a successful response. If it is not JSON, the response is a `fileResponse`; failures are
   * always JSON.
   */
  readonly responseType:
    | 'application/json'
    | 'application/octet-stream'
    | 'application/pdf'
    | 'application/vnd.apple.mpegurl'
    | 'image/webp'
    | 'text/csv; charset=utf-8'
    | 'text/html; charset=utf-8'
    | 'text/plain; charset=utf-8'
    | 'text/vtt; charset=utf-8';
}

/** A file: `content` is the body of the response, `filename` is sent in `Content-Disposition`. */
export const fileResponse = z.object({ filename: z.string(), content: z.instanceof(Uint8Array) });

export type FileValue = z.output<typeof fileResponse>;

/** Maximum bytes of a `byteStream`: more than people can upload within the request timeout. */
export const longestByteStream = 8 * 1024 * 1024;

/**
 * The parts of a definition whose response is a file of this media type.
 * @__NO_SIDE_EFFECTS__
 */
// @__NO_SIDE_EFFECTS__
export function respondsWithFile(responseType: Endpoint['responseType']) {
  return { responseType, response: fileResponse };
}

/** A body of bytes instead of JSON: a client sends a Blob, the server reads a stream. */
export const byteStream = z.custom<Blob | ReadableStream<Uint8Array>>(
  (value) => value instanceof Blob || value instanceof ReadableStream,
);

const nothing = z.object({});
export type Nothing = typeof nothing;

/** Properties that every definition must have; all others have defaults. */
type Stated = 'name' | 'method' | 'path' | 'response';

/** Input of `defineEndpoint`. */
export type Definition<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Schema,
  C extends Access,
> = Pick<Endpoint<P, Q, B, A, C>, Stated> & Partial<Omit<Endpoint<P, Q, B, A, C>, Stated>>;

/**
 * Creates an endpoint with default values: open to anyone, JSON, status 200, no parameters, no body.
 * @__NO_SIDE_EFFECTS__
 */
// @__NO_SIDE_EFFECTS__
export function defineEndpoint<
  A extends Schema,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  C extends Access = 'anyone',
>(definition: Definition<P, Q, B, A, C>): Endpoint<P, Q, B, A, C> {
  return {
    mediaType: 'application/json',
    status: 200,
    responseType: 'application/json',
    aliases: [],
    permission: null,
    needsFreshProof: false,
    ...definition,
    acceptsHead: definition.acceptsHead ?? definition.method === 'GET',
    readsBody: definition.readsBody ?? (definition.method !== 'GET' && definition.method !== 'DELETE'),
    access: definition.access ?? ('anyone' as C),
    params: definition.params ?? (nothing as unknown as P),
    query: definition.query ?? (nothing as unknown as Q),
    body: definition.body ?? (nothing as unknown as B),
  };
}

/** The input of an endpoint, before default values are added. */
export type EndpointRequest<E extends Endpoint> = {
  readonly params?: z.input<E['params']>;
  readonly query?: z.input<E['query']>;
  readonly body?: z.input<E['body']>;
};

/** Group names of parameters such as `page[number]`. */
type GroupOf<Key> = Key extends `${infer Group}[${string}]` ? Group : never;

/** Query parameters in groups: `page[number]` is `page.number`. A name that is also a group's name is left out. */
type Grouped<Query> = {
  [Key in keyof Query as Key extends `${string}[${string}]` | GroupOf<keyof Query> ? never : Key]: Query[Key];
} & {
  [Group in GroupOf<keyof Query>]?: {
    [Key in keyof Query as Key extends `${Group}[${infer Name}]` ? Name : never]: Query[Key];
  };
};

/** A body without its envelope: the attributes of the resource that is created or changed. */
type Sent<Body> = Body extends { data: { type: string; attributes: infer Attributes } } ? Attributes : Body;

/** The input of a client's call: parameters in groups, bodies without their envelope. */
export interface EndpointInput<E extends Endpoint> {
  readonly params: NonNullable<EndpointRequest<E>['params']>;
  readonly query: Grouped<NonNullable<EndpointRequest<E>['query']>>;
  readonly body: Sent<NonNullable<EndpointRequest<E>['body']>>;
}

/** The parsed response body of an endpoint. */
export type EndpointResponse<E extends Endpoint> = z.output<E['response']>;

/** Parses the response body of an endpoint; returns null when it does not match the schema. */
export function readResponse<E extends Endpoint>(endpoint: E, body: unknown): EndpointResponse<E> | null {
  const parsed = z.safeParse(endpoint.response, body);
  return parsed.success ? (parsed.data as EndpointResponse<E>) : null;
}

/** Parses the body of a failed call; returns null when it does not match the schema. */
export function readFailure(body: unknown): Failure | null {
  const parsed = z.safeParse(failure, body);
  return parsed.success ? parsed.data : null;
}

/**
 * The OpenAPI texts of an endpoint. The browser loads endpoints, but never these texts
 * (docs/architecture.md#where-to-change-what).
 */
export interface OperationDocs {
  /** One line that begins with a verb. */
  readonly summary: string;
  readonly description?: string;
  /**
   * Failure codes of this endpoint only; `failuresOf` adds those implied by its properties (no token, unknown id,
   * invalid input).
   */
  readonly failures?: readonly FailureCode[];
  /** Whether the buyer of an order may send `X-Order-Token` instead of an access token. */
  readonly takesOrderToken?: boolean;
  /** Another status of a successful response, and when it is sent. */
  readonly otherSuccess?: { readonly status: 200 | 201 | 202; readonly when: string };
  /** Example values that work in a demo shop, where generated values would be refused. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

/** The documentation of one area: endpoints with a common heading. */
export interface AreaDocs<Key extends string = string> {
  readonly title: string;
  readonly description: string;
  /** Texts by the key of the endpoint in `endpoints`. */
  readonly operations: Readonly<Record<Key, OperationDocs>>;
}

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

type Document<Body> = Body extends FileValue
  ? Body
  : Body extends { data: infer Items; meta: { page: infer Page } }
    ? { items: Unwrapped<Items> } & Page & Unwrapped<Omit<Body['meta'], 'page'>>
    : [Exclude<keyof Body, Envelope>] extends [never]
      ? null
      : [Exclude<keyof Body, Envelope>] extends ['data']
        ? Unwrapped<Body['data' & keyof Body]>
        : Main<Body> & Unwrapped<Omit<Body, Envelope | 'data' | 'meta'>> & More<Body>;

/** The main part of a response that has other parts too. */
type Main<Body> = Body extends { data: infer Data }
  ? Data extends readonly unknown[]
    ? { items: Unwrapped<Data> }
    : { item: Unwrapped<Data> }
  : unknown;

type More<Body> = Body extends { meta: infer Meta }
  ? Unwrapped<Meta>
  : Body extends { meta?: infer Meta }
    ? Partial<Unwrapped<NonNullable<Meta>>>
    : unknown;

/**
 * The value that a client gets from an endpoint: a list as `{ items, number, size, total }` with the other fields of
 * its `meta`; a document as its `data`; `{ success: true }` as null. If there are other fields, `data` becomes `item`
 * or `items`, next to them and the fields of `meta`.
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
  if (!names.includes('data')) return unwrapFields(document);
  if (names.length === 1) return unwrap(data);
  const { data: _data, meta: _meta, ...beside } = document;
  return {
    [Array.isArray(data) ? 'items' : 'item']: unwrap(data),
    ...unwrapFields({ ...beside, ...(isObject(meta) ? meta : {}) }),
  };
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
