import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/**
 * Removes the personal data of locked orders that nothing requires any more: e-mail, addresses, recipients, payment
 * methods, invoices, letters, notes and declarations (docs/behaviour/personal-data.md). The rows stay with products and
 * amounts, because access, vouchers and counts refer to them.
 */
export async function forgetOrders(
  trx: Transaction<Database>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('orders')
    .set({
      email: sql<string>`'deleted-' || id || '@deleted.invalid'`,
      shipping_address: null,
      billing_contact: null,
      billing_address: null,
      payment_method: null,
      bank_transfer: null,
      coupon_code: null,
      referral_code: null,
      affiliate_code: null,
      last_decline: null,
      personal_data_deleted_at: now,
    })
    .where('id', 'in', ids)
    .execute();
  await trx
    .updateTable('parcels')
    .set({ carrier: null, tracking_code: null })
    .where('order_id', 'in', ids)
    .execute();
  await trx
    .updateTable('order_lines')
    .set({ custom_properties: '{}' })
    .where('order_id', 'in', ids)
    .execute();
  await trx
    .updateTable('payment_attempts')
    .set({ vault_token: null, method: null, metadata: null, action: null })
    .where('order_id', 'in', ids)
    .execute();
  await trx
    .updateTable('coupon_uses')
    .set({ customer: sql<string>`'deleted-' || order_id || '@deleted.invalid'` })
    .where('order_id', 'in', ids)
    .execute();
  await trx
    .updateTable('gift_codes')
    .set({ recipient_name: null, recipient_email: null, sender_name: null, greeting: null, opened_at: null })
    .where('order_line_id', 'in', (lines) =>
      lines.selectFrom('order_lines').select('id').where('order_id', 'in', ids),
    )
    .execute();
  await trx.deleteFrom('documents').where('order_id', 'in', ids).execute();
  await trx
    .updateTable('digital_contents')
    .set({ opened_at: null, opened_lesson_id: null, last_used_at: null })
    .where('order_line_id', 'in', (lines) =>
      lines.selectFrom('order_lines').select('id').where('order_id', 'in', ids),
    )
    .execute();
  await trx.deleteFrom('order_notes').where('order_id', 'in', ids).execute();
  await trx.deleteFrom('declarations').where('order_id', 'in', ids).execute();
  // One statement, because corrections refer to invoices.
  await trx.deleteFrom('invoices').where('order_id', 'in', ids).execute();
}
