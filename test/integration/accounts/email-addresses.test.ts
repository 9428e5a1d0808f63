import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { limits } from '#api/rate-limit-policy.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { foreignEmail, htmlEmail } from '#test/arbitraries/arbitrary-email.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';
import {
  password,
  products,
  register,
  registerUnconfirmed,
  registerWith,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';
import { countMails, mailsTo } from './account-shop.ts';

const shop = await openTestShop();

const registerAs = (email: string) => registerWith(shop, { email });

const logIn = (identifier: string) => shop.call(endpoints.logIn, { body: { identifier, password } });

describe('an e-mail address', () => {
  test.prop([fc.oneof(htmlEmail, foreignEmail)], { numRuns: runs(10) })(
    'that can be registered can log in afterwards',
    async (typed) => {
      const registered = await registerAs(typed);
      expect([201, 409]).toContain(registered.status);
      const { status, value } = await logIn(typed);
      expect(status).toBe(200);
      if (registered.value !== null) expect(value?.data.sub).toBe(registered.value.data.sub);
      expect((await registerAs(typed)).codes).toEqual(['EMAIL_TAKEN']);
    },
  );

  test('is one account, whether its domain is written in Unicode or Punycode', async () => {
    const { value, status } = await registerAs('Kontakt@müller.de');
    expect(status).toBe(201);
    expect(value?.data).toMatchObject({
      email: 'kontakt@xn--mller-kva.de',
      shown_email: 'kontakt@müller.de',
    });
    for (const same of ['kontakt@xn--mller-kva.de', 'kontakt@MÜLLER.de', 'kontakt@mu\u0308ller.de']) {
      expect((await registerAs(same)).codes, same).toEqual(['EMAIL_TAKEN']);
      expect((await logIn(same)).value?.data.sub, same).toBe(value?.data.sub);
    }
    expect((await logIn('kontakt@muller.de')).codes).toEqual(['WRONG_CREDENTIALS']);
    expect(await mailsTo(shop, 'kontakt@xn--mller-kva.de')).not.toEqual([]);
  });

  test('has one newsletter subscription in both spellings', async () => {
    for (const [email, source] of [
      ['leserin@müller.de', 'footer'],
      ['leserin@xn--mller-kva.de', 'blog'],
    ] as const) {
      const body = { email, locale: 'de', source } as const;
      expect((await shop.call(endpoints.subscribeToNewsletter, { body })).codes).toEqual([]);
    }
    const rows = await rowsOf(shop.db, 'newsletter_subscriptions', {}, ['email']);
    expect(rows).toEqual([{ email: 'leserin@xn--mller-kva.de' }]);
  });

  test('is found in both spellings by order look-up, withdrawal and customer search', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 }, { email: 'gast@müller.de' });
    const stored = 'gast@xn--mller-kva.de';
    const body = { code: order.code, email: 'Gast@MÜLLER.de' };
    expect((await shop.call(endpoints.requestOrderLink, { body })).status).toBe(202);
    const declared = await shop.call(endpoints.declareWithdrawal, { body: { ...body, name: 'Ada Müller' } });
    expect(declared.status).toBe(201);
    await decideDeclarations(shop.context);
    const declarations = await rowsOf(shop.db, 'declarations', {}, ['email', 'order_id']);
    expect(declarations).toEqual([{ email: stored, order_id: order.id }]);
    const templates = (await mailsTo(shop, stored)).map(({ template }) => template);
    expect(templates).toEqual(expect.arrayContaining(['order_link', 'withdrawal_receipt']));
    await registerAs('konto@müller.de');
    const { cookie: operator } = await logInAs(shop, 'support');
    for (const typed of ['konto@müller.de', '@Müller.de', 'konto@xn--mller-kva.de']) {
      const query = { 'filter[q]': typed };
      const found = await shop.call(operatorEndpoints.listCustomers, { operator, query });
      const emails = found.value?.data.map(({ attributes }) => attributes.email);
      expect(emails, typed).toContain('konto@xn--mller-kva.de');
    }
  });
});

const labels = Array.from({ length: 9 }, (_, index) => `opfer+${index}@example.org`);
const spelled = (email: string, count: number) => (count % 2 === 0 ? email : email.toUpperCase());

/** Sends each request that mails any given address without a login. */
async function requestMails(email: string): Promise<void> {
  await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de' } });
  await shop.call(endpoints.requestPasswordReset, { body: { email } });
  await shop.call(endpoints.subscribeToNewsletter, { body: { email, locale: 'de', source: 'x' } });
  await shop.call(endpoints.sendMessage, {
    body: { email, name: 'Ada', topic: 'Kurse', message: 'Eine Frage.' },
  });
  await shop.call(endpoints.declareWithdrawal, { body: { email, code: 'ZZZZ1234', name: 'Ada Lovelace' } });
}

test('addresses with labels share the mail limits of their mailbox; its confirmed owner still gets codes and links', async () => {
  for (const email of labels) await registerUnconfirmed(shop, email);
  for (let count = 0; count < 3; count += 1) {
    for (const email of labels) await requestMails(spelled(email, count));
  }
  while ((await decideDeclarations(shop.context)) > 0);
  expect(await countMails(shop, ...labels)).toEqual({
    email_confirmation: limits.email_confirmation.most,
    login_code: limits.login_code.most + limits.login_code_late.most,
    reset_password: limits.password_link.most,
    newsletter_confirm: limits.newsletter.most,
    contact_receipt: limits.contact_receipt.most,
    withdrawal_receipt: limits.declaration.most,
    collected_receipt: limits.collected_receipt.most,
  });

  const { code, email } = await buyAsGuest(shop, { [products.course]: 1 }, { email: 'opfer@example.org' });
  await shop.db.deleteFrom('outbox').where('recipient', '=', email).execute();
  await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de' } });
  expect(await countMails(shop, email), 'an unconfirmed account shares the limit').toEqual({});
  await changeRows(shop.db, 'users', { email }, { email_confirmed_at: new Date(shop.context.clock.now()) });
  for (let count = 0; count < 2; count += 1) {
    await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de' } });
    await shop.call(endpoints.requestPasswordReset, { body: { email } });
    await shop.call(endpoints.requestOrderLink, { body: { code, email } });
  }
  expect(await countMails(shop, email)).toEqual({ login_code: 2, reset_password: 2, order_link: 2 });
});

test('another mailbox of the domain has limits of its own', async () => {
  const email = (await register(shop, 'nachbarin@example.org')).email;
  await requestMails(email);
  expect(Object.values(await countMails(shop, email))).toEqual([1, 1, 1, 1, 1]);
  expect(shop.faults).toEqual([]);
});
