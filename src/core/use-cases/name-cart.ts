import type { CallFailure, Result } from '#core/rules/result.ts';

import { err, ok } from '#core/rules/result.ts';
import type { ChangeCart } from './change-cart.ts';
import type { FindHostedCart } from './find-hosted-cart.ts';

interface Dependencies {
  readonly changeCart: ChangeCart;
  readonly findHostedCart: FindHostedCart;
}

const noCart: CallFailure = { code: 'CART_EMPTY', status: 409, detail: '', fields: {} };

/**
 * Answers the id under which the host keeps the cart, after bringing a guest's there with this e-mail. What the host
 * refuses about the cart has been said; it is answered as a failure with that code and status 409.
 */
export function createNameCart({ changeCart, findHostedCart }: Dependencies) {
  return async (email?: string): Promise<Result<string, CallFailure>> => {
    const answer = await changeCart({
      product_id: null,
      async asGuest() {
        const hosted = await findHostedCart.forGuest(email);
        return hosted.ok ? ok(hosted.value.cart) : hosted;
      },
      async asLearner() {
        const hosted = await findHostedCart.forLearner();
        return hosted.ok ? ok(hosted.value.cart) : hosted;
      },
    });
    if (!answer.ok)
      return err('status' in answer.error ? answer.error : { ...noCart, code: answer.error.code });
    const id = answer.value.bundle_cart_unique_id;
    return id === null ? err(noCart) : ok(id);
  };
}

export type NameCart = ReturnType<typeof createNameCart>;
