import type { Kysely } from 'kysely';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { RequestedLine } from '#core/model/cart.ts';
import { storeGuestCart } from '#server/carts/update-cart.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { createOrderShop } from '#test/integration/orders/order-shop.ts';
import type { MemoryMailer } from '#test/support/memory-mailer.ts';

type OrderShop = ReturnType<typeof createOrderShop>;

/** Sends all mails that are due. */
export async function deliverDueMails(shop: OrderShop, mailer: MemoryMailer): Promise<void> {
  while ((await deliverMail(shop.context, { mailer, texts: apiTexts.mails })) > 0);
}

/** Stores a guest's cart and returns it with its id. */
export async function storeGuest(shop: OrderShop, products: readonly RequestedLine[]) {
  const stored = await storeGuestCart(shop.context, { products }, shop.callerFor(null));
  if (!stored.ok) throw new Error(stored.error.code);
  return { cart: stored.value, id: stored.value.bundle_cart_unique_id ?? '' };
}

/** Returns the codes that an order has issued, with what is known of their delivery. */
export const codesOf = (db: Kysely<Database>, orderId: string | undefined) =>
  db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .select(['gift_codes.id', 'gift_codes.code', 'gift_codes.kind'])
    .select(['delivery', 'deliver_on', 'recipient_name', 'greeting'])
    .where('order_lines.order_id', '=', orderId ?? '')
    .execute();
