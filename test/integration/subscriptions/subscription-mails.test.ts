import { beforeAll, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { dueDay } from '#core/rules/subscriptions/subscription-terms.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { SubscriptionMailFacts } from '#server/platform/outbox/mail-templates.ts';
import { enqueueSubscriptionMail, type SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { openSubscriptionShop } from './subscription-shop.ts';

const shop = await openSubscriptionShop();
let subscription: SubscriptionRow;

beforeAll(async () => {
  subscription = await shop.buy('membership');
});

async function deliver() {
  const delivered = await deliverMails(shop.context);
  expect(shop.surprises).toEqual([]);
  return delivered;
}

type Cases = {
  [Template in keyof SubscriptionMailFacts]: Omit<SubscriptionMailFacts[Template], 'subscription_id'>;
};

const cases: Cases = {
  renewal_reminder: { due: '2027-11-21', amount: 18_000 },
  renewal_failed: { amount: 18_000, next_try: '2027-11-24', last_day: '2027-11-28' },
  subscription_cancelled: { ends_on: '2028-03-20', refund: 12_000 },
  subscription_resumed: { due: '2027-11-21', amount: 18_000 },
  subscription_ending: { ends_on: '2027-11-20' },
  subscription_ended: { reason: 'unpaid' },
  payment_method_changed: {},
};

test.for(
  (['de', 'en'] as const).flatMap((locale) =>
    (Object.keys(cases) as (keyof Cases)[]).map((template) => ({ locale, template })),
  ),
)(
  '$template in $locale contains subscription, days and amounts, and no unfilled placeholder',
  async ({ locale, template }) => {
    await deliver();
    await changeRows(shop.db, 'users', { id: subscription.user_id }, { preferred_language: locale });
    await inTransaction(shop.db, (trx) =>
      enqueueSubscriptionMail(trx, shop.context, {
        subscription,
        template,
        facts: cases[template] as never,
        occasion: shop.context.ids.uuid(),
      }),
    );
    const [mail] = await deliver();
    expect(mail?.text).toContain(subscription.code);
    expect(mail?.text).toContain(`/${locale}/profil/subscription`);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/\{\{|undefined|\bNaN\b/);
    expect(mail?.attachments).toEqual([]);
    if (template === 'renewal_failed' && locale === 'de') {
      expect(mail?.text).toContain('Am 24. November 2027 versuchen wir es noch einmal');
      expect(mail?.text).toContain('längstens bis 28. November 2027 offen');
    }
    if (template === 'subscription_cancelled') {
      expect(mail?.text).toContain(locale === 'de' ? '20. März 2028' : '20 March 2028');
      expect(mail?.text).toContain(locale === 'de' ? '120,00\u00a0€' : '€120.00');
    }
  },
);

test('a renewal is confirmed with its invoice, which contains the period', async () => {
  await changeRows(shop.db, 'users', { id: subscription.user_id }, { preferred_language: 'de' });
  await shop.goTo('2027-11-21');
  const mails = await deliver();
  const mail = mails.find(({ attachments }) => attachments.length > 0);
  expect(mail?.text).toContain('180,00\u00a0€');
  expect(mail?.text).toContain('20. November 2028');
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
    expect.stringMatching(/^Rechnung-RE-2027-\d+\.pdf$/),
  ]);
  const invoice = await readPdf(mail?.attachments[0]?.content ?? Buffer.from(''));
  expect(JSON.stringify(invoice)).toContain('21. November 2027');
});

test('the mail of a renewal without VAT names no VAT, and of a free one neither a charge nor a payment method', async () => {
  const pass = await shop.buy('subscription', { country: 'CH' });
  await deliver();
  const renewed = async (periods: number) => {
    await shop.goTo(dueDay(pass.started_on, pass.period_months, periods));
    const mail = (await deliver()).find(({ attachments }) => attachments.length > 0);
    return { text: mail?.text, invoice: await readPdf(mail?.attachments[0]?.content ?? Buffer.from('')) };
  };
  const { contract, renewal, order } = apiTexts.mails.de;
  const vat = order.vat.split('{{')[0] ?? '?';
  const charged = await renewed(1);
  expect(charged.text).toContain('19,00\u00a0€');
  expect(charged.text).toContain(contract.method);
  expect(charged.text).not.toContain(vat);
  expect(charged.invoice.text).toContain('Bezahlt am');

  await changeRows(shop.db, 'subscriptions', { id: pass.id }, { free_periods: 1 });
  const free = await renewed(2);
  const [told = '?'] = renewal.intro_free.split('. ').slice(1);
  expect(free.text).toContain(told.split(';')[0]);
  for (const words of [contract.method, vat]) expect(free.text).not.toContain(words);
  expect(free.invoice.text).not.toContain('Bezahlt');
});
