import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileMailer } from '#adapters/mail/file/file-mailer.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { remindOrExpireTransfers } from '#server/payments/settle-bank-transfers.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { deleteOldHits } from '#server/platform/rate-limits.ts';
import { deliverWebhooks } from '#server/platform/webhooks/deliver-webhooks.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import type { TestShop } from '#test/integration/support/test-shop.ts';
import { guestEmail, guestStem } from './whole-life-people.ts';

/** The folder of the written mails; the test that uses it removes it. */
export const mailFolder = mkdtempSync(join(tmpdir(), 'meisterhand-mails-'));
const mailFiles = createFileMailer({ directory: mailFolder });

/** Runs the jobs of the server until nothing is due. The mail server refuses the guest. */
export async function work({ context }: TestShop): Promise<void> {
  const send = async (mail: MailMessage) => {
    if (mail.recipient === guestEmail) throw new Error(`550 ${guestStem} has no mailbox`);
    await mailFiles.send(mail);
  };
  await resolveUnknownPayments(context);
  await remindOrExpireTransfers(context);
  for (let count = 0; count < 3; count += 1) {
    await decideDeclarations(context);
    await settleRefunds(context);
    while ((await deliverMail(context, { texts: apiTexts.mails, mailer: { send } })) > 0);
  }
  await renewSubscriptions(context);
  await deliverWebhooks(context);
  await deleteOldHits(context);
  while ((await deleteExpiredData(context, { mailer: mailFiles })) > 0);
}
