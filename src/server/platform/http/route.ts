import type * as z from 'zod/mini';
import type { Endpoint, EndpointResponse } from '#api/endpoint.ts';
import type { Locale } from '#core/model/values.ts';
import { ok, type Result } from '#core/rules/basics/result.ts';
import type { Caller, OperatorCaller, UserCaller } from '#server/platform/caller.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import type { StreamedFile } from './csv-file.ts';

/** A validated request. */
export interface ApiCall<E extends Endpoint> {
  readonly params: z.output<E['params']>;
  readonly query: z.output<E['query']>;
  readonly body: z.output<E['body']>;
  readonly caller: E['access'] extends 'user'
    ? UserCaller
    : E['access'] extends 'operator'
      ? OperatorCaller
      : Caller;
  /** Sent as `X-Request-Id` and written to the log. */
  readonly request_id: string;
}

/**
 * A response type with readonly members, so that the values of core/rules fit. A file may be generated while it is
 * sent.
 */
type Finished<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends Uint8Array
      ? Value | StreamedFile['content']
      : Value extends readonly (infer Item)[]
        ? readonly Finished<Item>[]
        : { readonly [Key in keyof Value]: Finished<Value[Key]> };

/** The result of a handler; `status` only when it differs from that of the endpoint. */
export type ApiOutcome<E extends Endpoint> =
  | {
      readonly ok: true;
      readonly value: Finished<EndpointResponse<E>>;
      readonly status?: 200 | 201 | 202;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly ok: false; readonly error: DomainFailure };

/** An endpoint with its handler, without type parameters, so that all routes fit in one list. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: ApiCall<Endpoint>) => Promise<ApiOutcome<Endpoint>>;
  /** The response is the same for everybody. */
  readonly isShared: boolean;
  /** The handler itself refuses users whose session has ended, in a statement that it needs anyway. */
  readonly checksSession: boolean;
}

/** Response of a call without data. */
export const success = { success: true } as const;

/** Returns `success`, or the failure of the call. */
export function done<Failure>(result: Result<unknown, Failure>): Result<typeof success, Failure> {
  return result.ok ? ok(success) : result;
}

/** Binds an endpoint to its handler, whose request and response types come from the endpoint. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: ApiCall<E>) => Promise<ApiOutcome<E>>,
  { checksSession = false }: Partial<Pick<Route, 'checksSession'>> = {},
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'], isShared: false, checksSession };
}

/** The part of a call that a shared response may depend on. */
type SharedCall<E extends Endpoint> = Pick<ApiCall<E>, 'params' | 'query'> & { readonly locale: Locale };

/**
 * Binds a public GET endpoint to a handler that does not know the caller, so that its responses can be cached for
 * everybody (docs/behaviour/api-conventions.md#kept-answers).
 */
export function sharedRoute<E extends Endpoint & { readonly access: 'anyone' }>(
  endpoint: E,
  handle: (call: SharedCall<E>) => Promise<ApiOutcome<E>>,
): Route {
  if (endpoint.method !== 'GET') throw new Error(`${endpoint.name} is no GET, so its answers are not kept`);
  const { handle: ofCall } = route(endpoint, ({ params, query, caller }) =>
    handle({ params, query, locale: caller.locale }),
  );
  return { endpoint, handle: ofCall, isShared: true, checksSession: false };
}
