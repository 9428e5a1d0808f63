import type { CallFailure, Result } from '#core/rules/result.ts';

import { ok } from '#core/rules/result.ts';
import type { WishList } from '#ports/wish-list.ts';
import { toMemoryCard } from './memory-catalogue.ts';
import type { Caller, MemoryHost } from './memory-host.ts';
import { callingUser, refuse } from './memory-host.ts';

/** How many things one person may wish for. */
const highest = 200;

/** Wishes on a host in memory. */
export function createMemoryWishList(host: MemoryHost, caller: Caller): WishList {
  /** The caller's wishes, newest first, of a product that there is. */
  function own(product_id?: string): Result<{ sub: string; wishes: readonly string[] }, CallFailure> {
    const user = callingUser(host, caller);
    if (user === null) return refuse('UNAUTHENTICATED', 401);
    const isUnknown = host.facts.products.every((product) => product.id !== product_id);
    if (product_id !== undefined && isUnknown) return refuse('NOT_FOUND', 404);
    const { sub } = user.learner;
    return ok({ sub, wishes: host.wishes.get(sub) ?? [] });
  }

  return {
    async list({ number, size }) {
      const found = own();
      if (!found.ok) return found;
      const items = found.value.wishes.flatMap((id) =>
        host.facts.products.filter((product) => product.id === id).map(toMemoryCard),
      );
      return ok({
        items: items.slice((number - 1) * size, number * size),
        number,
        size,
        total: items.length,
      });
    },
    async add(product_id) {
      const found = own(product_id);
      if (!found.ok) return found;
      const { sub, wishes } = found.value;
      if (wishes.includes(product_id)) return ok(null);
      if (wishes.length >= highest) return refuse('WISH_LIST_FULL', 422);
      host.wishes.set(sub, [product_id, ...wishes]);
      return ok(null);
    },
    async remove(product_id) {
      const found = own(product_id);
      if (!found.ok) return found;
      const { sub, wishes } = found.value;
      host.wishes.set(
        sub,
        wishes.filter((id) => id !== product_id),
      );
      return ok(null);
    },
  };
}
