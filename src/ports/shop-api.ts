import type { Endpoint, EndpointRequest, EndpointResponse } from '#api/endpoint.ts';
import type { endpoints } from '#api/endpoints.ts';
import type { EndpointValue } from '#api/unwrap.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** Every endpoint of the HTTP API by its name. */
export type Endpoints = typeof endpoints;

/** What a call takes besides the endpoint's own parameters. */
export interface CallOptions {
  /** Proves a guest to be the buyer of the order in question. */
  readonly orderToken?: string | null;
  /** The page may be left before the response comes; the browser makes the call all the same. */
  readonly isLeaving?: boolean;
}

/** Request data may be read-only all the way down. */
type Given<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : { readonly [Key in keyof Value]: Given<Value[Key]> };

/** A part of a request, which may be left out when all of its fields may. */
type Part<Name extends 'params' | 'query' | 'body', E extends Endpoint> =
  Record<never, never> extends NonNullable<EndpointRequest<E>[Name]>
    ? { readonly [Key in Name]?: Given<NonNullable<EndpointRequest<E>[Name]>> }
    : { readonly [Key in Name]: Given<NonNullable<EndpointRequest<E>[Name]>> };

/** What a caller hands over for an endpoint. */
export type ApiRequest<E extends Endpoint> = Part<'params', E> &
  Part<'query', E> &
  Part<'body', E> &
  CallOptions;

type Call<E extends Endpoint> = (
  ...request: Record<never, never> extends ApiRequest<E>
    ? [request?: ApiRequest<E>]
    : [request: ApiRequest<E>]
) => Promise<Result<EndpointValue<E>, CallFailure>>;

/** Endpoints that respond with a file: they are linked to, not called. */
type FileEndpoint = {
  [Name in keyof Endpoints]: EndpointResponse<Endpoints[Name]> extends { readonly content: Uint8Array }
    ? Name
    : never;
}[keyof Endpoints];

/**
 * The shop's own HTTP API, one method per endpoint: `shopApi.getOrder({ params: { id }, orderToken })`. Requests are the
 * endpoint's params, query and body; values are its response without the JSON:API wrapping (`EndpointValue`).
 *
 * Promises: a call fails with a `CallFailure` and never throws: the API's own code and status, `NETWORK` (status 0) when
 * no response came, `UNREADABLE_ANSWER` when it does not fit the endpoint's schema. Every failure has been reported
 * under the endpoint's operation name. Calls carry a fresh access token while there is a session.
 */
export type ShopApi = {
  readonly [Name in Exclude<keyof Endpoints, FileEndpoint>]: Call<Endpoints[Name]>;
};

/** The calls that begin, keep and end sessions. They go without an access token, because they are how one is got. */
export type SessionApi = Pick<
  ShopApi,
  'logIn' | 'logInWithCode' | 'requestLoginCode' | 'refreshSession' | 'logOut'
>;

/** The value of a successful call. */
export type ApiValue<Name extends keyof ShopApi> = EndpointValue<Endpoints[Name]>;
