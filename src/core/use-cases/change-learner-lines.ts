import type { WantedLine } from '#core/model/cart.ts';
import { err } from '#core/rules/result.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import type { ReadAttribution } from './read-attribution.ts';
import type { CartAnswer } from './shop-actions.ts';
import type { CartTrouble } from './tell-cart-trouble.ts';

interface Dependencies {
  readonly cart: CartStore;
  readonly user_carts: UserCarts;
  readonly cart_trouble: CartTrouble;
  readonly readAttribution: ReadAttribution;
}

/** Asks the host to change one line of the learner's cart; what it refuses is said and changes nothing (specification §8). */
export function createChangeLearnerLines(dependencies: Dependencies) {
  const { cart, user_carts, cart_trouble, readAttribution } = dependencies;
  return async (action: 'add' | 'update' | 'delete', line: WantedLine): CartAnswer => {
    const answer = await user_carts.update(action, line, readAttribution(cart.snapshot.cart.products));
    if (!answer.ok) {
      cart_trouble.failed(answer.error);
      return answer;
    }
    if (answer.value.error === null) return answer;
    cart_trouble.refused(answer.value.error);
    return err({ code: answer.value.error });
  };
}

export type ChangeLearnerLines = ReturnType<typeof createChangeLearnerLines>;
