import type * as z from 'zod/mini';
import type { sendMessage } from '#api/marketing/marketing-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { ok, type Result } from '#core/rules/basics/result.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import { mailboxOf } from '#server/platform/mailboxes.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

type Message = z.output<typeof sendMessage.body>;

/**
 * Stores a message to the shop, mails it to support and mails a receipt to the sender. Receipts per mailbox are
 * limited, because anybody can type an address. Messages above the limit are still delivered.
 */
export async function receiveMessage(
  context: ServerContext,
  { email, name, topic, message, order_code = null }: Message,
  { locale }: { readonly locale: Locale },
): Promise<Result<null, DomainFailure>> {
  const { db, clock, ids } = context;
  const id = ids.uuid();
  const received_at = new Date(clock.now());
  const mayReceipt = await takeHit(db, context, [limitOf('contact_receipt', { mailbox: mailboxOf(email) })]);
  return inTransaction(db, async (trx) => {
    const { support } = await readBrand(trx);
    await trx
      .insertInto('contact_messages')
      .values({ id, email, name, topic, message, order_code, locale, received_at })
      .execute();
    await enqueueMail(trx, context, {
      template: 'contact_message',
      recipient: support,
      locale,
      facts: { message_id: id },
      dedupe_key: `contact_message:${id}`,
    });
    if (!mayReceipt.ok) return ok(null);
    await enqueueMail(trx, context, {
      template: 'contact_receipt',
      recipient: email,
      locale,
      facts: {},
      dedupe_key: `contact_receipt:${id}`,
    });
    return ok(null);
  });
}
