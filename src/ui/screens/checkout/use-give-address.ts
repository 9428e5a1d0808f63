import { useState } from 'react';
import type { PostalAddress } from '#core/rules/address.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { Checkout } from './use-checkout.ts';

/**
 * Tells the host where the cart goes and makes its order; then the payment opens. `onKnownAccount` hears when the host
 * wants the owner of an account to log in. `failure` is what to tell the shopper otherwise.
 */
export function useGiveAddress(checkout: Checkout, onKnownAccount: (email: string) => void) {
  const shop = useShop();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string | null>(null);

  /** `email` is a guest's; a learner orders under the account's own. */
  async function give(address: PostalAddress, email: string | undefined): Promise<void> {
    setFailure(null);
    const saved = await shop.actions.saveShippingAddress(address, email);
    if (!saved.ok) {
      setFailure(failureText(saved.error));
      return;
    }
    const gifts = saved.value.products.filter((line) => line.custom_properties.is_gift_pdf === true);
    const placed = await shop.actions.placeOrder({
      ...(email === undefined ? {} : { email }),
      gift_pdf_product_ids: gifts.map((line) => line.product_id),
    });
    if (placed.ok) checkout.finishAddress(placed.value);
    else if (placed.error.code === 'LOGIN_REQUIRED' && email !== undefined) onKnownAccount(email);
    else setFailure(failureText(placed.error));
  }

  return { give, failure };
}
