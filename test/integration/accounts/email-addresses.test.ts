import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { foreignEmail, htmlEmail } from '#test/arbitraries/arbitrary-email.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { password, products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';
import { mailsTo } from './account-shop.ts';

const shop = await openTestShop();

function register(email: string) {
  return shop.call(endpoints.registerUser, {
    body: { data: { type: 'users', attributes: { email, password, password_confirmation: password } } },
  });
}

const logIn = (identifier: string) => shop.call(endpoints.logIn, { body: { identifier, password } });

describe('an e-mail address', () => {
  test.prop([fc.oneof(htmlEmail, foreignEmail)], { numRuns: runs(10) })(
    'that may register logs in afterwards',
    async (typed) => {
      const registered = await register(typed);
      expect([201, 409]).toContain(registered.status);
      const { status, value } = await logIn(typed);
      expect(status).toBe(200);
      if (registered.value !== null) expect(value?.data.sub).toBe(registered.value.data.sub);
      expect((await register(typed)).codes).toEqual(['EMAIL_TAKEN']);
    },
  );

  test('is one account with its domain in either way of writing', async () => {
    const { value, status } = await register('Kontakt@müller.de');
    expect(status).toBe(201);
    expect(value?.data.email).toBe('kontakt@xn--mller-kva.de');
    for (const same of ['kontakt@xn--mller-kva.de', 'kontakt@MÜLLER.de', 'kontakt@mu\u0308ller.de']) {
      expect((await register(same)).codes, same).toEqual(['EMAIL_TAKEN']);
      expect((await logIn(same)).value?.data.sub, same).toBe(value?.data.sub);
    }
    expect((await logIn('kontakt@muller.de')).codes).toEqual(['WRONG_CREDENTIALS']);
    const mail = await shop.db
      .selectFrom('outbox')
      .select('recipient')
      .where('recipient', 'like', 'kontakt@%')
      .executeTakeFirst();
    expect(mail?.recipient).toBe('kontakt@xn--mller-kva.de');
  });

  test('is one reader of the newsletter', async () => {
    for (const [email, source] of [
      ['leserin@müller.de', 'footer'],
      ['leserin@xn--mller-kva.de', 'blog'],
    ] as const) {
      expect(
        (await shop.call(endpoints.subscribeToNewsletter, { body: { email, locale: 'de', source } })).codes,
      ).toEqual([]);
    }
    const rows = await shop.db
      .selectFrom('newsletter_subscriptions')
      .select('email')
      .where('email', 'like', 'leserin@%')
      .execute();
    expect(rows).toEqual([{ email: 'leserin@xn--mller-kva.de' }]);
  });

  test('is one buyer for the look-up of an order, a withdrawal and the search of operators', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 }, { email: 'gast@müller.de' });
    const stored = 'gast@xn--mller-kva.de';
    const body = { code: order.code, email: 'Gast@MÜLLER.de' };
    expect((await shop.call(endpoints.requestOrderLink, { body })).status).toBe(202);
    const declared = await shop.call(endpoints.declareWithdrawal, { body: { ...body, name: 'Ada Müller' } });
    expect(declared.status).toBe(201);
    await decideDeclarations(shop.context);
    const declaration = await shop.db
      .selectFrom('declarations')
      .select(['email', 'order_id'])
      .executeTakeFirst();
    expect(declaration).toEqual({ email: stored, order_id: order.id });
    const templates = (await mailsTo(shop, stored)).map(({ template }) => template);
    expect(templates).toEqual(expect.arrayContaining(['order_link', 'withdrawal_receipt']));
    await register('konto@müller.de');
    const { cookie: operator } = await logInAs(shop, 'support');
    for (const typed of ['konto@müller.de', '@Müller.de', 'konto@xn--mller-kva.de']) {
      const query = { 'filter[q]': typed };
      const found = await shop.call(operatorEndpoints.listCustomers, { operator, query });
      expect(
        found.value?.data.map(({ attributes }) => attributes.email),
        typed,
      ).toContain('konto@xn--mller-kva.de');
    }
  });
});
