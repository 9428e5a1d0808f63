import type * as z from 'zod/mini';
import type { sendMessage } from '#api/marketing.ts';
import type { Locale } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { readBrand } from '#server/mail/mail-layout.ts';
import { takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';

type Message = z.output<typeof sendMessage.body>;

/**
 * Stores a message to the shop, mails it to support and mails a receipt to the sender. Rate limited by e-mail and
 * client address, because the receipt goes to an unverified address.
 */
export async function takeMessage(
  context: ServerContext,
  { email, name, topic, message, order_code = null }: Message,
  { address, locale }: { readonly address: string; readonly locale: Locale },
): Promise<Result<null, DomainFailure>> {
  const { db, clock, ids } = context;
  const allowed = await takeHit(db, context, [
    { key: ['contact', email], hits: 5, minutes: 60 },
    { key: ['contact-address', address], hits: 20, minutes: 60 },
  ]);
  if (!allowed.ok) return allowed;
  const id = ids.uuid();
  const received_at = new Date(clock.now());
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
