import { endpoints } from '#api/endpoints.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import { berlin, storeGuestCart } from './shoppers.ts';
import type { TestShop } from './test-shop.ts';

interface GuestPurchase {
  readonly email?: string;
  readonly address?: Record<string, string | null>;
  readonly code?: string;
  /** Of each line. */
  readonly properties?: CustomProperties;
}

export interface PaidOrder {
  readonly id: string;
  readonly code: string;
  readonly email: string;
  /** Proves to be the buyer. */
  readonly token: string;
}

let guests = 0;

/**
 * Buys through the API as a guest and pays by card or, if a voucher covers everything, by voucher. Returns
 * the paid order.
 */
export async function buyAsGuest(
  shop: TestShop,
  lines: Readonly<Record<string, number>>,
  { email = `guest-${++guests}@example.org`, address = berlin, code, properties }: GuestPurchase = {},
): Promise<PaidOrder> {
  const { id } = await storeGuestCart(shop, lines, properties);
  await shop.call(endpoints.setShippingAddress, { body: { id, email, ...berlin, ...address } });
  if (code !== undefined) await shop.call(endpoints.applyCode, { body: { id, code, campaign: null } });
  const ordered = await shop.call(endpoints.createOrder, { body: { email, bundle_cart_unique_id: id } });
  if (ordered.value === null) throw new Error(`Not ordered: ${ordered.text}`);
  const { data, meta } = ordered.value;
  const paid = await shop.send('/cart/checkout', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Order-Token': meta?.order_token ?? '' },
    body: JSON.stringify({
      id: data.id,
      payment_method_nonce: data.attributes.amount_due === 0 ? null : 'fake-valid-nonce',
      expected_total: data.attributes.amount_due,
      waiver_accepted: true,
    }),
  });
  if (paid.status !== 200) throw new Error(`Not paid: ${await paid.text()}`);
  return { id: data.id, code: data.attributes.code, email, token: meta?.order_token ?? '' };
}
