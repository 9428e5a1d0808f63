import { apiTexts } from '#app/wiring/api-texts.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';

/** Sends all mails that wait, and returns them, oldest first. */
export async function deliverMails(
  context: OrderContext,
  texts = apiTexts.mails,
): Promise<readonly MailMessage[]> {
  const mailer = createMemoryMailer();
  while ((await deliverMail(context, { mailer, texts })) > 0);
  return mailer.delivered;
}
