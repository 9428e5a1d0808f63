import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { includedVat, legalProfiles, vatRate } from '#core/rules/legal-profile.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import { cents, noCents } from '#core/rules/money.ts';
import type { ProductKind } from '#core/rules/product.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderRow } from '#server/orders/find-order.ts';
import { insertDraft } from '#server/orders/write-order.ts';
import type { HostContext } from '#server/server-context.ts';
import type { ContractRow } from './contract.ts';

/**
 * Writes the order of a contract's next period: one line at the contract's own price, no coupon, no credit, the terms
 * that the contract was made under (decisions §4). The unique index refuses a second one for the same period.
 */
export async function writeRenewalOrder(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  contract: ContractRow,
): Promise<OrderRow> {
  const { email, preferred_language, billing_address, accepted_versions } = await findOwner(trx, contract);
  const locale = isLocale(preferred_language) ? preferred_language : defaultLocale;
  const product = await trx
    .selectFrom('products')
    .select(['kind', 'slug', 'picture', productText('title', locale).as('title')])
    .select(productText('category_title', locale).as('category'))
    .where('id', '=', contract.product_id)
    .executeTakeFirstOrThrow();
  const kind = product.kind as ProductKind;
  const price = cents(contract.price_cents);
  const rate = vatRate(legalProfiles[kind], null);
  const included_vat_cents = includedVat(price, rate);
  const id = context.ids.uuid();
  await insertDraft(trx, context, {
    id,
    cart_id: null,
    subscription_id: contract.id,
    period_number: contract.paid_periods + 1,
    user_id: contract.user_id,
    email,
    locale,
    template: 'subscription',
    subtotal_cents: price,
    discount_cents: noCents,
    shipping_cents: 0,
    total_cents: price,
    credit_cents: noCents,
    amount_due_cents: price,
    included_vat_cents,
    coupon_code: null,
    promotion_id: null,
    voucher_id: null,
    needs_waiver: false,
    shipping_address: null,
    billing_address: billing_address === null ? null : JSON.stringify(billing_address),
    accepted_versions: JSON.stringify(accepted_versions ?? {}),
    referral_code: null,
    affiliate_code: null,
  });
  await trx
    .insertInto('order_lines')
    .values({
      id: context.ids.uuid(),
      order_id: id,
      position: 0,
      product_id: contract.product_id,
      ...product,
      quantity: 1,
      unit_price_cents: price,
      price_cents: price,
      discount_cents: 0,
      vat_rate: rate,
      included_vat_cents,
      is_shipped: false,
    })
    .execute();
  return trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Where the invoice goes: the owner's address book first, else what the contract was bought with. */
function findOwner(trx: Transaction<Database>, contract: ContractRow) {
  return trx
    .selectFrom('users')
    .leftJoin('orders', (join) => join.on('orders.id', '=', contract.order_id))
    .select([
      'users.email',
      'users.preferred_language',
      'orders.accepted_versions',
      sql<unknown>`coalesce(
        (select fields from addresses where addresses.user_id = users.id and is_default_billing limit 1),
        orders.billing_address, orders.shipping_address
      )`.as('billing_address'),
    ])
    .where('users.id', '=', contract.user_id)
    .executeTakeFirstOrThrow();
}
