import type * as z from 'zod/mini';
import type { Endpoint, EndpointAnswer } from '#api/endpoint.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { ApiFailure } from '#server/api-failure.ts';

/** Who calls, as far as the host believes it. */
export interface Caller {
  /** The user of a valid bearer whose session still runs; null for guests. Never null where the endpoint asks for a user. */
  readonly user: { readonly id: string; readonly sessionId: string } | null;
  /** `X-Order-Token`, by which a guest proves to be the buyer (decisions §9). */
  readonly orderToken: string | null;
  /** Language of texts: `X-App-Language`, else `Accept-Language`, else German. */
  readonly locale: Locale;
  /** Network address that limits count by. */
  readonly address: string;
  /** Browser and system, for example `Firefox, Windows`; empty when the caller does not say. */
  readonly device: string;
}

/** A caller whom the endpoint's access has made sure to be logged in. */
export interface UserCaller extends Caller {
  readonly user: { readonly id: string; readonly sessionId: string };
}

/** A request that fits its endpoint. */
export interface ApiCall<E extends Endpoint> {
  readonly params: z.output<E['params']>;
  readonly query: z.output<E['query']>;
  readonly body: z.output<E['body']>;
  readonly caller: E['access'] extends 'user' ? UserCaller : Caller;
  /** Stands in the answer's `X-Request-Id` and in the log. */
  readonly request_id: string;
}

/** An answer whose parts nobody changes any more: values of core/rules fit as they are. */
type Finished<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined | Uint8Array
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly Finished<Item>[]
      : { readonly [Key in keyof Value]: Finished<Value[Key]> };

/** What a handler answers; `status` only where it differs from the endpoint's own. */
export type ApiOutcome<E extends Endpoint> =
  | { readonly ok: true; readonly value: Finished<EndpointAnswer<E>>; readonly status?: 200 | 201 | 202 }
  | { readonly ok: false; readonly error: ApiFailure };

/** An endpoint with what answers it, its types set aside so that all routes fit one list. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: ApiCall<Endpoint>) => Promise<ApiOutcome<Endpoint>>;
}

/** Binds an endpoint to its handler; the handler's request and answer types come from the endpoint. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: ApiCall<E>) => Promise<ApiOutcome<E>>,
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] };
}
