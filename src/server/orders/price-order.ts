import type { Transaction } from 'kysely';
import type { PostalAddress } from '#core/rules/address.ts';
import { judgeGift } from '#core/rules/gift-delivery.ts';
import { needsInvoiceAddress } from '#core/rules/invoice-address.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { isDelivered } from '#core/rules/shipping.ts';
import { calendarDay } from '#core/rules/validity.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { PricedStoredCart } from '#server/carts/load-priced-cart.ts';
import { loadPricedCart } from '#server/carts/load-priced-cart.ts';
import type { CartRow } from '#server/carts/own-cart.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import { findInvoiceAddress } from './find-invoice-address.ts';

interface OrderPlace {
  readonly locale: Locale;
  /** An invoice address that comes with the payment. */
  readonly billing_address?: PostalAddress | undefined;
}

/**
 * Prices a locked cart as an order and checks that it can be one: not empty, every line in stock and allowed, an
 * address within the delivery countries where something is shipped (decisions §3), one for the invoice where the law
 * asks for it (decisions/0037).
 */
export async function priceOrder(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'settings'>,
  cart: CartRow,
  { locale, billing_address }: OrderPlace,
): Promise<Result<PricedStoredCart, ApiFailure>> {
  const priced = await loadPricedCart(trx, context, cart, { locale });
  if (priced.lines.length === 0) return err(apiFailure('CART_EMPTY'));
  const problem = priced.lines.find((line) => line.problem !== null)?.problem;
  if (problem) return err(apiFailure(problem));
  const today = calendarDay(context.clock.now());
  for (const { product_data, custom_properties } of priced.lines) {
    const refusal = judgeGift(product_data.kind, custom_properties, today);
    if (refusal !== null) return err(apiFailure(refusal));
  }
  if (priced.lines.some((line) => line.product_data.is_shipped)) {
    if (cart.shipping_address === null || priced.country === null) return err(apiFailure('ADDRESS_REQUIRED'));
    if (!isDelivered(priced.country, context.settings.deliveryCountries)) {
      return err(apiFailure('COUNTRY_NOT_DELIVERED'));
    }
  }
  const lines = priced.lines.map(({ product_data, unit_price }) => ({ kind: product_data.kind, unit_price }));
  if (needsInvoiceAddress({ total: priced.cart.total, lines })) {
    const given = [billing_address, cart.shipping_address];
    const address = await findInvoiceAddress(trx, { user_id: cart.user_id, given });
    if (address === null) return err(apiFailure('INVOICE_ADDRESS_REQUIRED'));
  }
  return ok(priced);
}
