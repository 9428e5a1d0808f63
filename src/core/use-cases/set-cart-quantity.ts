import { limitQuantity } from '#core/rules/cart.ts';
import { ok } from '#core/rules/result.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { ChangeCart } from './change-cart.ts';
import type { ChangeGuestLines } from './change-guest-lines.ts';
import type { ChangeLearnerLines } from './change-learner-lines.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartActions } from './shop-actions.ts';

interface Dependencies {
  readonly cart: CartStore;
  readonly changeCart: ChangeCart;
  readonly changeGuestLines: ChangeGuestLines;
  readonly changeLearnerLines: ChangeLearnerLines;
  readonly local_cart: LocalCart;
}

/** Sets a line's quantity, at least 1 and at most the product's maximum (specification §4, action 3, and §5). */
export function createSetCartQuantity(dependencies: Dependencies): CartActions['setCartQuantity'] {
  const { cart, changeCart, changeGuestLines, changeLearnerLines, local_cart } = dependencies;
  return (product_id, quantity) =>
    changeCart({
      product_id,
      asGuest: () =>
        changeGuestLines({
          type: 3,
          product_id,
          quantity,
          is_stored: local_cart.readGuestCart() !== null,
        }),
      async asLearner() {
        const current = cart.snapshot.cart;
        const line = current.products.find((item) => item.product_id === product_id);
        if (line === undefined) return ok(current);
        const limited = limitQuantity(quantity, line.product_data.max_quantity);
        const { custom_properties } = line;
        return changeLearnerLines('update', { product_id, quantity: limited, custom_properties });
      },
    });
}
