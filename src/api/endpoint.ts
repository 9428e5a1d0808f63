import * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** Who may call: anyone; anyone, with a bearer that counts when present; or only a logged-in user. */
type Access = 'anyone' | 'optional_user' | 'user';

/** One call of the HTTP API as data: the client parses answers with it, the host parses requests with it. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Caller extends Access = Access,
> {
  /** Operation name under which failures are reported (specification §8) and OpenAPI lists the call. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly access: Caller;
  /** Media type of the request body; JSON:API where the specification asks for it. */
  readonly mediaType: 'application/json' | 'application/vnd.api+json';
  readonly status: 200 | 201 | 202;
  /** False for a call that changes something by its address alone: whatever body comes along is left unread. */
  readonly readsBody: boolean;
  /** Whether HEAD answers as well. False for a GET that changes something: programs that try out links ask by HEAD. */
  readonly answersHead: boolean;
  readonly params: Params;
  /** Query parameters as they stand in the address, for example `page[size]`. */
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /** Media type of a success. Anything but JSON answers a `fileAnswer`, whose content is the body; failures are JSON. */
  readonly answerType: 'application/json' | 'application/pdf';
}

/** A file: its content is the body of the answer, its name stands in `Content-Disposition`. */
export const fileAnswer = z.object({ filename: z.string(), content: z.instanceof(Uint8Array) });

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
  readonly answer: A;
  readonly access?: C;
  readonly mediaType?: Endpoint['mediaType'];
  readonly status?: Endpoint['status'];
  readonly readsBody?: boolean;
  readonly answersHead?: boolean;
  readonly answerType?: Endpoint['answerType'];
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

/** Completes a call's description with the usual values: open to anyone, JSON, 200, no parameters, no body. */
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
    answerType: 'application/json',
    ...definition,
    answersHead: definition.answersHead ?? definition.method === 'GET',
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

/** What an endpoint answers. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['answer']>;
