import * as z from 'zod/mini';
import { toWireRequest } from '#adapters/http/http-shop-api.ts';
import { documentation, failuresOf } from '#api/documentation.ts';
import type { Endpoint, EndpointRequest } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { createAccountCalls, createSessionCalls } from './memory-account-calls.ts';
import { createCartCalls } from './memory-cart-calls.ts';
import { createCatalogueCalls } from './memory-catalogue-calls.ts';
import { createOrderCalls } from './memory-order-calls.ts';
import { type Caller, type MemoryServer, refuse } from './memory-server.ts';

type AnyCall = (
  request?: {
    readonly [Part in 'params' | 'query' | 'body']?: unknown;
  },
) => Promise<Result<unknown, CallFailure>>;

/** The failure codes that the documentation of the API has for an endpoint. */
const declared: ReadonlyMap<unknown, readonly string[]> = new Map(
  documentation.flatMap(({ operations }) =>
    operations.map(({ endpoint, docs }) => [endpoint, failuresOf(endpoint, docs)] as const),
  ),
);

/**
 * Makes a call as strict as the server: a request that does not match the endpoint's schemas is refused, and a failure
 * has to be one that the endpoint declares.
 */
function asStrictAsTheServer(name: keyof typeof endpoints, call: AnyCall): AnyCall {
  const endpoint = endpoints[name];
  return async (request = {}) => {
    const sent = toWireRequest(endpoint, request as EndpointRequest<Endpoint>);
    for (const part of ['params', 'query', 'body'] as const) {
      if (!z.safeParse(endpoint[part], sent[part] ?? {}).success)
        return refuse(part === 'params' ? 'NOT_FOUND' : 'INVALID_INPUT');
    }
    const result = await call(request);
    if (!result.ok && declared.get(endpoint)?.includes(result.error.code) !== true) {
      throw new Error(`${name} never fails with ${result.error.code}: the API in memory must not either.`);
    }
    return result;
  };
}

/**
 * Creates the shop's API in memory, with the calls that tests of the storefront need. Calls that are not
 * implemented throw.
 */
export function createMemoryShopApi(server: MemoryServer, caller: Caller): ShopApi {
  const calls: Readonly<Record<string, unknown>> = {
    ...createAccountCalls(server, caller),
    ...createCartCalls(server, caller),
    ...createCatalogueCalls(server, caller),
    ...createOrderCalls(server, caller),
    ...createSessionCalls(server, caller),
  };
  const strict = Object.entries(calls).map(([name, call]) => [
    name,
    asStrictAsTheServer(name as keyof typeof endpoints, call as AnyCall),
  ]);
  return new Proxy(Object.fromEntries(strict), {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (call === undefined) {
        throw new Error(`${String(name)} is missing in test/support/memory-shop-api.ts: add it there.`);
      }
      return call;
    },
  }) as unknown as ShopApi;
}
