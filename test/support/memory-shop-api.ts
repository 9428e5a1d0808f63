import type { ShopApi } from '#ports/shop-api.ts';
import { createAccountCalls, createSessionCalls } from './memory-account-calls.ts';
import { createCartCalls } from './memory-cart-calls.ts';
import { createCatalogueCalls } from './memory-catalogue-calls.ts';
import { createOrderCalls } from './memory-order-calls.ts';
import type { Caller, MemoryServer } from './memory-server.ts';

/**
 * Creates the shop's API in memory, with the calls that tests of the storefront need. Calls that are not
 * implemented throw.
 */
export function createMemoryShopApi(server: MemoryServer, caller: Caller): ShopApi {
  const calls = {
    ...createAccountCalls(server, caller),
    ...createCartCalls(server, caller),
    ...createCatalogueCalls(server, caller),
    ...createOrderCalls(server, caller),
    ...createSessionCalls(server, caller),
  };
  return new Proxy(calls, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (call === undefined) {
        throw new Error(`${String(name)} is missing in test/support/memory-shop-api.ts: add it there.`);
      }
      return call;
    },
  }) as unknown as ShopApi;
}
