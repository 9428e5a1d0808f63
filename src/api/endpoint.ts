import * as z from 'zod/mini';
import type { Failure, FailureCode } from './failure.ts';
import { failure } from './failure.ts';

type Schema = z.ZodMiniType;

/** Who may call an endpoint. `optional_user`: anyone; an access token is used if it is sent. */
type Access = 'anyone' | 'optional_user' | 'user';

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
  readonly access: Caller;
  /**
   * Media type of the request body; JSON:API for users and addresses
   * (docs/behaviour/api-conventions.md#json-api-bodies).
   */
  readonly mediaType: 'application/json' | 'application/vnd.api+json';
  readonly status: 200 | 201 | 202;
  /** False when the body of the request is ignored. */
  readonly readsBody: boolean;
  /**
   * Whether HEAD requests are allowed. False for a GET that changes data, because programs check links with
   * HEAD.
   */
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
  readonly responseType: 'application/json' | 'application/pdf';
}

/** A file: `content` is the body of the response, `filename` is sent in `Content-Disposition`. */
export const fileResponse = z.object({ filename: z.string(), content: z.instanceof(Uint8Array) });

const nothing = z.object({});
type Nothing = typeof nothing;

interface Definition<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Schema,
  C extends Access,
> {
  readonly name: string;
  readonly method: Endpoint['method'];
  readonly path: `/${string}`;
  readonly response: A;
  readonly access?: C;
  readonly mediaType?: Endpoint['mediaType'];
  readonly status?: Endpoint['status'];
  readonly readsBody?: boolean;
  readonly acceptsHead?: boolean;
  readonly responseType?: Endpoint['responseType'];
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

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
 * The OpenAPI texts of an endpoint. The browser loads endpoints, but never these texts (docs/decisions/0025).
 */
export interface OperationDocs {
  /** One line that begins with a verb. */
  readonly summary: string;
  readonly description?: string;
  /**
   * Failure codes of this endpoint only; `failuresOf` adds those that its properties imply (no token, unknown
   * id, invalid input).
   */
  readonly failures?: readonly FailureCode[];
  /** The buyer of an order may send `X-Order-Token` instead of an access token. */
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
