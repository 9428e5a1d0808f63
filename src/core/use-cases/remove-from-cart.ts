import { toTrackedItem } from '#core/rules/analytics.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { ChangeCart } from './change-cart.ts';
import type { ChangeGuestLines } from './change-guest-lines.ts';
import type { ChangeLearnerLines } from './change-learner-lines.ts';
import type { CartActions } from './shop-actions.ts';
import type { CartTrouble } from './tell-cart-trouble.ts';

interface Dependencies {
  readonly cart: CartStore;
  readonly changeCart: ChangeCart;
  readonly changeGuestLines: ChangeGuestLines;
  readonly changeLearnerLines: ChangeLearnerLines;
  readonly cart_trouble: CartTrouble;
  readonly analytics: Analytics;
}

/** Takes a line out of the cart (specification §4, action 2); taking the last one is said (§8). */
export function createRemoveFromCart(dependencies: Dependencies): CartActions['removeFromCart'] {
  const { cart, changeCart, changeGuestLines, changeLearnerLines, cart_trouble, analytics } = dependencies;
  return async (product_id) => {
    const find = () => cart.snapshot.cart.products.find((item) => item.product_id === product_id);
    let removed = find();
    const answer = await changeCart({
      product_id,
      asGuest() {
        removed = find();
        return changeGuestLines({ type: 2, product_id });
      },
      asLearner() {
        removed = find();
        return changeLearnerLines('delete', { product_id, quantity: 1, custom_properties: {} });
      },
    });
    if (!answer.ok || removed === undefined) return answer;
    if (answer.value.products.length === 0) cart_trouble.emptied();
    analytics.track({ name: 'remove_from_cart', item: toTrackedItem(removed) });
    return answer;
  };
}
