import * as z from 'zod/mini';
import type { Failure, FailureCode } from './failure.ts';
import { failure } from './failure.ts';

type Schema = z.ZodMiniType;

/** Who may call: anyone; anyone, with a bearer that counts when present; or only a logged-in user. */
type Access = 'anyone' | 'optional_user' | 'user';

/** One call of the HTTP API as data: the client parses responses with it, the server parses requests. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Caller extends Access = Access,
> {
  /** Operation name under which failures are reported and OpenAPI lists the call. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly access: Caller;
  /** Media type of the request body; JSON:API for users and addresses (docs/behaviour/api-conventions.md#json-api-bodies). */
  readonly mediaType: 'application/json' | 'application/vnd.api+json';
  readonly status: 200 | 201 | 202;
  /** False for a call that changes something by its address alone: whatever body comes along is left unread. */
  readonly readsBody: boolean;
  /** Whether HEAD is allowed as well. False for a GET that changes something: programs that try out links ask by HEAD. */
  readonly acceptsHead: boolean;
  readonly params: Params;
  /** Query parameters as they stand in the address, for example `page[size]`. */
  readonly query: Query;
  readonly body: Body;
  readonly response: Answer;
  /** Media type of a success. For anything but JSON the response is a `fileResponse`, whose content is the body; failures are JSON. */
  readonly responseType: 'application/json' | 'application/pdf';
}

/** A file: its content is the body of the response, its name stands in `Content-Disposition`. */
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

/** Completes a call's description with the usual values: open to anyone, JSON, 200, no parameters, no body. */
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

/** What a caller hands over for an endpoint, before defaults are filled in. */
export type EndpointRequest<E extends Endpoint> = {
  readonly params?: z.input<E['params']>;
  readonly query?: z.input<E['query']>;
  readonly body?: z.input<E['body']>;
};

/** The parsed body of an endpoint's response. */
export type EndpointResponse<E extends Endpoint> = z.output<E['response']>;

/** A response as its endpoint describes it, or null when the body does not fit. */
export function readResponse<E extends Endpoint>(endpoint: E, body: unknown): EndpointResponse<E> | null {
  const parsed = z.safeParse(endpoint.response, body);
  return parsed.success ? (parsed.data as EndpointResponse<E>) : null;
}

/** The body of a failed call, or null when it does not fit. */
export function readFailure(body: unknown): Failure | null {
  const parsed = z.safeParse(failure, body);
  return parsed.success ? parsed.data : null;
}

/** What OpenAPI says of a call besides its endpoint. The browser loads endpoints, never these texts (docs/decisions/0025). */
export interface OperationDocs {
  /** One line, a verb first. */
  readonly summary: string;
  readonly description?: string;
  /** Failures of this call alone; `failuresOf` adds those that follow from its endpoint (no token, unknown id, wrong input). */
  readonly failures?: readonly FailureCode[];
  /** The buyer of an order may send `X-Order-Token` instead of an access token. */
  readonly takesOrderToken?: boolean;
  /** Another status of success, and when it is sent. */
  readonly otherSuccess?: { readonly status: 200 | 201 | 202; readonly when: string };
  /** Values that work on a demo shop, where generated ones would be refused. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

/** The texts of an area: endpoints under one heading of the documentation. */
export interface AreaDocs<Key extends string = string> {
  readonly title: string;
  readonly description: string;
  /** By the endpoint's key in `endpoints`. */
  readonly operations: Readonly<Record<Key, OperationDocs>>;
}
