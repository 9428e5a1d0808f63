import type { Endpoint, EndpointInput, EndpointResponse, EndpointValue } from '#api/endpoint.ts';
import type { endpoints } from '#api/endpoints.ts';

import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** All endpoints of the HTTP API by name. */
export type Endpoints = typeof endpoints;

/** Options of a call besides the parameters of its endpoint. */
export interface CallOptions {
  /** Token that identifies a guest as the buyer of the order. */
  readonly orderToken?: string | null;
  /** True when the page may be closed before the response; the browser then still sends the request. */
  readonly isLeaving?: boolean;
}

/** Makes a type readonly at every level. */
type DeepReadonly<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> };

/** One part of a request; optional when all of its fields are optional. */
type Part<Name extends keyof EndpointInput<E>, E extends Endpoint> =
  Record<never, never> extends EndpointInput<E>[Name]
    ? { readonly [Key in Name]?: DeepReadonly<EndpointInput<E>[Name]> }
    : { readonly [Key in Name]: DeepReadonly<EndpointInput<E>[Name]> };

/** The arguments of a call of an endpoint. */
export type ApiRequest<E extends Endpoint> = Part<'params', E> &
  Part<'query', E> &
  Part<'body', E> &
  CallOptions;

type Call<E extends Endpoint> = (
  ...request: Record<never, never> extends ApiRequest<E>
    ? [request?: ApiRequest<E>]
    : [request: ApiRequest<E>]
) => Promise<Result<EndpointValue<E>, CallFailure>>;

/** Names of the endpoints that respond with a file. They are opened as links, not called. */
type FileEndpoint = {
  [Name in keyof Endpoints]: EndpointResponse<Endpoints[Name]> extends { readonly content: Uint8Array }
    ? Name
    : never;
}[keyof Endpoints];

/**
 * The shop's API, one method per endpoint: `shopApi.getOrder({ params: { id }, orderToken })`. Values and bodies have
 * no envelope (`EndpointValue`). A page of a list is requested with `query: { page: { number, size } }`.
 *
 * Promises: a call never throws; it fails with a `CallFailure`: a code of the API, `NETWORK` without a response, or
 * `UNREADABLE_ANSWER` when the response does not match the schema. Every failure is reported with the name of the
 * operation. During a session, calls send a valid access token.
 */
export type ShopApi = {
  readonly [Name in Exclude<keyof Endpoints, FileEndpoint>]: Call<Endpoints[Name]>;
};

/** The calls that start, continue and end sessions. They are sent without an access token. */
export type SessionApi = Pick<
  ShopApi,
  | 'logIn'
  | 'logInWithCode'
  | 'openPasskeyLogIn'
  | 'logInWithPasskey'
  | 'requestLoginCode'
  | 'refreshSession'
  | 'logOut'
>;

/** The value that a successful call returns. */
export type ApiValue<Name extends keyof ShopApi> = EndpointValue<Endpoints[Name]>;
