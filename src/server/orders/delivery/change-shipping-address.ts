import { sql, type Transaction } from 'kysely';
import { type PostalAddress, postalAddress } from '#core/model/address.ts';
import type { OrderState } from '#core/model/order.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { differingFields } from '#core/rules/catalogue/record-values.ts';
import { isSold } from '#core/rules/orders/order-states.ts';
import { validatePostalCode } from '#server/accounts/addresses.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordEvent } from '#server/platform/webhooks/record-event.ts';
import { isMailPending } from './shipments.ts';

type WantedAddress = PostalAddress & {
  /** The address that the operator has seen. */
  readonly seen: PostalAddress;
};

/**
 * Changes the delivery address of a paid order without a sent parcel, and informs the buyer by mail
 * (docs/behaviour/orders.md#parcels). A second call with the same address changes nothing and sends no mail.
 */
export function changeShippingAddress(
  context: ServerContext,
  orderId: string,
  { seen, ...address }: WantedAddress,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'code', 'state', 'fulfilment', 'email', 'locale', 'shipping_address'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (order === undefined) return err(domainFailure('NOT_FOUND'));
    if (order.shipping_address === null || !(await isUnsent(trx, order)))
      return err(domainFailure('NOT_POSSIBLE'));
    const before = postalAddress.parse(order.shipping_address);
    const changed = differingFields(before, address);
    if (changed.length === 0) return ok(null);
    if (differingFields(before, seen).length > 0) return err(domainFailure('RECORD_CHANGED'));
    // The buyer has paid shipping cost and VAT of this country.
    if (changed.includes('country')) return err(domainFailure('COUNTRY_DIFFERS', { pointer: '/country' }));
    const validated = validatePostalCode(address);
    if (!validated.ok) return validated;
    await trx
      .updateTable('orders')
      .set({ shipping_address: JSON.stringify(address) })
      .where('id', '=', orderId)
      .execute();
    await recordChange(trx, context, {
      action: 'order.address_changed',
      record: { type: 'orders', id: orderId },
      // Names of fields only: the log keeps no data of shoppers, the mails to the buyer keep the addresses.
      after: { address: changed },
    });
    const facts = { order_id: orderId, order_code: order.code };
    await recordEvent(trx, context, 'order.address_changed', () => facts);
    if (!(await isMailPending(trx, context, orderId, sql<boolean>`template = 'address_changed'`)))
      await enqueueMail(trx, context, {
        template: 'address_changed',
        recipient: order.email,
        locale: isLocale(order.locale) ? order.locale : defaultLocale,
        facts: { order_id: orderId },
        dedupe_key: `address_changed:${orderId}:${context.ids.uuid()}`,
      });
    return ok(null);
  });
}

/**
 * Whether the order has no parcel yet; lock it before. A parcel with a part of the goods leaves the fulfilment `open`.
 */
async function isUnsent(
  trx: Transaction<Database>,
  { id, state, fulfilment }: Pick<OrderRow, 'id' | 'state' | 'fulfilment'>,
): Promise<boolean> {
  if (!isSold(state as OrderState) || fulfilment !== 'open') return false;
  const parcel = await trx
    .selectFrom('parcels')
    .select('id')
    .where('order_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return parcel === undefined;
}
