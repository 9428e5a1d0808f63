import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { Locale } from '#core/model/values.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { composeMail } from '#server/mail/compose-mail.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { MailFacts, MailTemplate } from '#server/platform/outbox/mail-templates.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';
import { pdfTexts, testBrand } from '#test/unit/server/platform/pdf/pdf-texts.ts';
import type { TestShop } from './test-shop.ts';

/** Sends all mails that wait, and returns them, oldest first. */
export async function deliverMails(
  context: OrderContext,
  texts = apiTexts.mails,
): Promise<readonly MailMessage[]> {
  const mailer = createMemoryMailer();
  while ((await deliverMail(context, { mailer, texts })) > 0);
  return mailer.delivered;
}

/** Calls `deliverMails` for a test shop, and expects that the shop has logged no fault. */
export async function deliverShopMails(shop: TestShop, texts = apiTexts.mails) {
  const delivered = await deliverMails(shop.context, texts);
  expect(shop.faults).toEqual([]);
  return delivered;
}

/** Composes the mail of an outbox row without sending it. Null if it is out of date. */
export const composeRow = (db: Kysely<Database>, row: Parameters<typeof composeMail>[1]) =>
  composeMail(
    { db, siteUrl: 'http://localhost:3000', texts: pdfTexts, brand: testBrand, orderToken: () => 'token' },
    row,
  );

/** A mail with a login code, as `enqueueMail` takes it. */
export const loginCode = (recipient: string, dedupe_key = recipient) =>
  ({ template: 'login_code', recipient, locale: 'de', facts: { code: '482913' }, dedupe_key }) as const;

/** Queues a mail with a login code, and returns its id. */
export async function enqueueLoginCode(context: OrderContext, ...about: Parameters<typeof loginCode>) {
  const mail = loginCode(...about);
  await inTransaction(context.db, (trx) => enqueueMail(trx, context, mail));
  return (await rowOf(context.db, 'outbox', { dedupe_key: mail.dedupe_key })).id;
}

/** Queues a mail with these facts, sends what waits, and returns the mail as it was sent. */
export async function composeMailWith<Template extends MailTemplate>(
  context: OrderContext,
  template: Template,
  locale: Locale,
  facts: MailFacts[Template],
): Promise<MailMessage> {
  const recipient = 'johanna@example.com';
  await inTransaction(context.db, (trx) =>
    enqueueMail(trx, context, { template, recipient, locale, facts, dedupe_key: randomUUID() }),
  );
  const mail = (await deliverMails(context)).at(-1);
  if (mail === undefined) throw new Error('No mail was delivered');
  return mail;
}
