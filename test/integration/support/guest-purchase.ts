import { endpoints } from '#api/endpoints.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import { applyCode, berlin, type OpenOrder, payOrder, placeOrder, storeGuestCart } from './shoppers.ts';
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
  /** The order token, which proves that a caller is the buyer. */
  readonly token: string;
}

let guests = 0;

/** Orders through the API as a guest. */
export async function orderAsGuest(
  shop: TestShop,
  lines: Readonly<Record<string, number>>,
  { email = `guest-${++guests}@example.org`, address = berlin, code, properties }: GuestPurchase = {},
): Promise<OpenOrder & { readonly email: string; readonly token: string }> {
  const { id } = await storeGuestCart(shop, lines, properties);
  await shop.call(endpoints.setShippingAddress, { body: { id, email, ...berlin, ...address } });
  if (code !== undefined) await applyCode(shop, id, code);
  const order = await placeOrder(shop, { body: { email, bundle_cart_unique_id: id } });
  return { ...order, email, token: 'orderToken' in order.proof ? order.proof.orderToken : '' };
}

/**
 * Buys through the API as a guest and pays by card or, if a voucher covers everything, by voucher. Returns
 * the paid order.
 */
export async function buyAsGuest(
  shop: TestShop,
  lines: Readonly<Record<string, number>>,
  purchase: GuestPurchase = {},
): Promise<PaidOrder> {
  const order = await orderAsGuest(shop, lines, purchase);
  const paid = await payOrder(shop, order);
  if (paid.status !== 200) throw new Error(`Not paid: ${paid.text}`);
  return { id: order.id, code: order.code, email: order.email, token: order.token };
}
