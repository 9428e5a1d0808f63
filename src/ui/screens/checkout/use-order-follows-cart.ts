import { useEffect, useEffectEvent, useRef } from 'react';
import type { Cart } from '#core/model/cart.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

import type { Checkout } from './use-checkout.ts';

/** What is ordered, whatever its order in the list. */
function linesOf(lines: readonly { readonly id: string; readonly quantity: number }[]): string {
  return lines
    .map(({ id, quantity }) => `${id} ${quantity}`)
    .sort()
    .join('\n');
}

function cartLines({ products }: Cart): string {
  return linesOf(products.map(({ product_id, quantity }) => ({ id: product_id, quantity })));
}

/**
 * Brings the order up to date when the cart changes while it is being paid for: a code was used here, or another tab
 * added something. At the review the shopper is told, because it shows other sums than before.
 */
export function useOrderFollowsCart(checkout: Checkout): void {
  const shop = useShop();
  const failureText = useFailureText();
  const { status, cart } = useStore(shop.stores.cart, (state) => state);
  const isKnown = status === 'ready' && cart.products.length > 0;
  const content = isKnown ? `${cartLines(cart)}\n${cart.code ?? ''} ${cart.credit}` : null;
  const known = useRef<string | null>(null);

  /** Whether the cart had become another one before this page was loaded. */
  const isAhead = useEffectEvent(
    () => checkout.order !== null && linesOf(checkout.order.products) !== cartLines(cart),
  );

  const follow = useEffectEvent(async () => {
    if (checkout.step === 'address' || checkout.order === null) return;
    const answer = await shop.actions.placeOrder({
      email: checkout.order.email,
      gift_pdf_product_ids: cart.products
        .filter((line) => line.custom_properties.is_gift_pdf === true)
        .map((line) => line.product_id),
    });
    if (!answer.ok) checkout.say({ text: failureText(answer.error) });
    else {
      checkout.updateOrder(answer.value);
      if (checkout.step === 'review') checkout.say('total_changed');
    }
  });

  useEffect(() => {
    if (content === null) return;
    const isChange = known.current === null ? isAhead() : known.current !== content;
    known.current = content;
    if (isChange) void follow();
  }, [content]);
}
