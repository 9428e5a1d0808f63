import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { locales } from '#core/model/values.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { composeMail } from '#server/mail/compose-mail.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { createPictureRenderer } from '#server/platform/media/render-picture.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import type { MailFacts, MailTemplate } from '#server/platform/outbox/mail-templates.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { createRightsShop, days } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import { codesOf } from '#test/integration/gifts/gift-shop.ts';
import { changeRows, insertRows, rowOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { expectGoodMail } from '#test/support/mail-rules.ts';

const { db } = await openTestShop();
const shop = createRightsShop(db);
const { context } = shop;
const cacheDir = await mkdtemp(join(tmpdir(), 'mail-pictures-'));
afterAll(() => rm(cacheDir, { recursive: true }));
const { render } = createPictureRenderer({ contentDir: join(projectRoot, 'content'), cacheDir });
const brand = await readBrand(db);

/** The facts of each mail, by template. */
const facts: { [Template in MailTemplate]?: MailFacts[Template] } = {};

const recipient = 'johanna@example.com';

/** Generates texts of users, which mails repeat. */
const written = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((text) => `<b>"${text.replaceAll('\0', '')}'&`);
const [name = '', greeting = '', token = ''] = fc.sample(written, 3);

/** The drawing of each mail that is about a product, by template. */
const drawings: Partial<Record<MailTemplate, string>> = {};

beforeAll(async () => {
  const order = await shop.buy({
    lines: {
      'course-clara-schumann': 1,
      'book-das-buch-vom-messen': 2,
      'gift-geschenk-emmy-noether': 1,
      'voucher-gutschein-50': 1,
    },
    coupon: 'WILLKOMMEN10',
  });
  const books = await shop.buy({ lines: { 'book-das-buch-vom-messen': 2 } });
  const pass = await shop.buy({ lines: { 'membership-masterpass': 1 }, earlyStart: true });
  await changeRows(db, 'orders', { id: books.id }, { bank_transfer: JSON.stringify(transfer) });
  const { code: booksCode } = await rowOf(db, 'orders', { id: books.id });
  const parcel_id = randomUUID();
  await shipOrder(context, booksCode, { parcel_id, carrier: 'dhl', tracking_code: '00340434161094' });
  await db
    .updateTable('gift_codes')
    .set({ delivery: 'email', recipient_name: name, greeting })
    .where('order_line_id', 'is not', null)
    .execute();
  const gift = (await codesOf(db, order.id)).find(({ kind }) => kind === 'gift');
  const subscription = await rowOf(db, 'subscriptions', { order_id: pass.id });
  await shop.buy({ lines: { 'subscription-monatskarte': 1 }, earlyStart: true });
  shop.advance(days(32));
  while ((await renewSubscriptions(context)) > 0);
  const renewal = await db
    .selectFrom('orders')
    .select('id')
    .where('subscription_id', 'is not', null)
    .where('completed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const { id: order_id } = await shop.buy({ lines: { 'course-clara-schumann': 1 } });
  await shop.refund({ order_id, lines: 'all', includes_shipping: true });
  const refund = await db.selectFrom('refunds').select('id').executeTakeFirstOrThrow();
  const person = { email: books.email, name };
  await shop.withdraw({ code: books.code, email: books.email });
  await shop.declare({
    kind: 'cancellation',
    code: subscription.code,
    ...person,
    details: { kind: 'ordinary', reason: greeting, ends_on: null },
  });
  await shop.decide();
  const collected = { collected: '2026-11-21T10:00:00.000Z' };
  const many = await shop.declare({
    kind: 'withdrawal',
    code: 'ZZZZ9999',
    email: recipient,
    name,
    details: { lines: null, reason: null },
  });
  const decided = { state: 'unmatched', decision: JSON.stringify(collected) };
  await changeRows(db, 'declarations', { reference: many.reference }, decided);
  const declarations = await db
    .selectFrom('declarations')
    .select(['id', 'kind'])
    .where('state', '<>', 'unmatched')
    .execute();
  const { id: declaration_id } = await rowOf(db, 'declarations', { reference: many.reference });
  const declared = (kind: string) => ({
    declaration_id: declarations.find((row) => row.kind === kind)?.id ?? '',
  });
  const message_id = context.ids.uuid();
  await insertRows(db, 'contact_messages', {
    id: message_id,
    locale: 'de',
    email: person.email,
    name,
    topic: name,
    message: greeting,
    order_code: order.code,
    received_at: new Date(context.clock.now()),
  });
  const about = { subscription_id: subscription.id };
  const [due, amount] = ['2027-11-21', 18_000];
  Object.assign(facts, {
    order: { order_id: order.id },
    gift: { order_id: order.id },
    subscription: { order_id: pass.id },
    early_start: { order_id: pass.id },
    order_link: { order_id: books.id },
    gift_delivery: { gift_code_id: gift?.id ?? '' },
    renewal: { order_id: renewal.id },
    set_password: { token },
    reset_password: { token },
    email_confirmation: { token },
    login_code: { code: '482913' },
    email_change: { token },
    email_change_notice: { email: name },
    email_change_code: { code: '482913' },
    email_changed: { token, email: name },
    password_changed: { passkeys: 'removed' },
    passkey_added: {},
    account_deletion: { token },
    account_deleted: {},
    newsletter_confirm: { token },
    newsletter_welcome: { token },
    contact_message: { message_id },
    contact_receipt: {},
    giveaway_won: { title: name },
    operator_access: { change: 'reset' },
    text_trial: { mail: 'order' },
    transfer_awaited: { order_id: books.id },
    transfer_expired: { order_id: books.id },
    transfer_called_off: { order_id: books.id },
    shipped: { order_id: books.id, parcel_id, share: 'part' },
    address_changed: { order_id: books.id },
    refund: { refund_id: refund.id },
    withdrawal_receipt: declared('withdrawal'),
    withdrawal_outcome: declared('withdrawal'),
    cancellation_receipt: declared('cancellation'),
    cancellation_outcome: declared('cancellation'),
    collected_receipt: { ...collected, declaration_id },
    renewal_reminder: { ...about, due, amount },
    renewal_failed: { ...about, amount, next_try: '2027-11-24', last_day: '2027-11-28' },
    subscription_cancelled: { ...about, ends_on: '2028-03-20', refund: 12_000 },
    subscription_resumed: { ...about, due, amount },
    subscription_ending: { ...about, ends_on: due },
    subscription_ended: { ...about, reason: 'unpaid' },
    payment_method_changed: about,
  } satisfies {
    [Template in Exclude<MailTemplate, 'payment_failed' | 'transfer_reminder'>]: MailFacts[Template];
  });
  const [piano, measuring, ticket, month] = [
    'clara-schumann',
    'buch-vom-messen',
    'masterpass',
    'monatskarte',
  ];
  Object.assign(drawings, {
    order: piano,
    gift: piano,
    shipped: measuring,
    address_changed: measuring,
    refund: piano,
    transfer_awaited: measuring,
    subscription: ticket,
    renewal: month,
    renewal_reminder: ticket,
    gift_delivery: 'geschenk-emmy-noether',
  });
  expect(shop.surprises).toEqual([]);
});

const transfer = {
  account_holder: 'Meisterhand',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  reference: 'ABCD',
  amount: 6099,
  due_at: '2026-11-30T22:59:59.000Z',
};

test.for(locales)(
  'every mail in %s follows the rules for mail programs and readers, and has its drawing and its text part',
  async (locale) => {
    expect(Object.keys(facts)).toHaveLength(44);
    for (const [template, of] of Object.entries(facts)) {
      const mail = await compose(template as MailTemplate, locale, of);
      const { attachments } = mail;
      expect(mail.html, template).toContain(`<html lang="${locale}">`);
      for (const words of [mail.subject, mail.text, mail.html])
        expect(words, template).not.toMatch(/\{\{|undefined|\bNaN\b/);
      expectGoodMail({ ...mail, text: `${mail.text}\n${apiTexts.mails[locale].link_fallback}` });
      expect(mail.html.match(/class="button" align/g) ?? [], template).toHaveLength(
        mail.html.includes(apiTexts.mails[locale].link_fallback) ? 1 : 0,
      );
      const drawing = drawings[template as MailTemplate];
      if (drawing !== undefined)
        expect(
          attachments.flatMap(({ contentId = [] }) => contentId),
          template,
        ).toEqual([`${drawing}.png@pictures`]);
    }
  },
);

async function compose(template: MailTemplate, locale: 'de' | 'en', of: unknown): Promise<MailMessage> {
  const needs = {
    db,
    siteUrl: 'https://meisterhand.example',
    texts: apiTexts.mails,
    brand,
    orderToken: () => 'a-token_1',
    renderPicture: render,
  };
  const row = {
    id: context.ids.uuid(),
    template,
    facts: of,
    locale,
    recipient,
    repeats: null,
  };
  const mail = await composeMail(needs, row);
  if (mail === null) throw new Error(`${template} was not composed`);
  return mail;
}
