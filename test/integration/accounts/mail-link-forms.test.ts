import { describe, expect, test } from 'vitest';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { orderToken } from '#server/orders/read-order.ts';
import { logIn, mailedToken, mailsTo } from '#test/integration/accounts/account-shop.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { inputOf, openTestPages, summaryOf } from '#test/integration/support/read-pages.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { password, products, register, registerUnconfirmed } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);
const newPassword = 'fünf Quitten am Ast';
const linkOf = (path: string, token: string) => `http://localhost:3000/de/${path}#token=${token}`;

describe('a forgotten password without JavaScript', () => {
  test('is asked for by mail and set with the pasted link, once', async () => {
    const { email } = await register(shop);
    const { get, post } = openBrowser();
    const asked = await post('/de/auth/passwort', { form: 'password_request', email });
    expect([asked.status, asked.headers.get('Location')]).toEqual([303, '/de/auth/passwort?gesendet=1']);
    expect((await (await get('/de/auth/passwort?gesendet=1')).text()).includes(email)).toBe(true);

    const step = '/de/auth/passwort?schritt=neu';
    const token = await mailedToken(shop, 'reset_password', email);
    expect(inputOf(await (await get(step)).text(), 'token').tag).toContain('type="text"');
    const typed = { form: 'password_reset', password: newPassword, password_confirmation: newPassword };
    const differing = await post(step, {
      ...typed,
      token: linkOf('auth/passwort?schritt=neu', token),
      password_confirmation: 'x',
    });
    const html = await differing.text();
    expect([differing.status, summaryOf(html)]).toEqual([
      422,
      [['password_confirmation', 'Die beiden Passwörter stimmen nicht überein.']],
    ]);
    expect(inputOf(html, 'token').tag).toContain(token);
    const set = await post(step, { ...typed, token: linkOf('auth/passwort?schritt=neu', token) });
    expect([set.status, set.headers.get('Location')]).toEqual([303, '/de/auth/passwort?schritt=fertig']);
    expect((await get('/de/auth/passwort?schritt=fertig')).status).toBe(200);
    expect([
      (await logIn(shop, email, newPassword)).status,
      (await logIn(shop, email, password)).status,
    ]).toEqual([200, 401]);
    const again = await post(step, { ...typed, token });
    expect([again.status, (await again.text()).includes('role="alert"')]).toEqual([410, true]);
  });

  test('says the same of an address without an account', async () => {
    const { post } = openBrowser();
    const answer = await post('/en/auth/passwort', {
      form: 'password_request',
      email: 'niemand@example.org',
    });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/en/auth/passwort?gesendet=1']);
  });

  test('needs the link and both passwords', async () => {
    const answer = await openBrowser().post('/en/auth/passwort?schritt=neu', { form: 'password_reset' });
    expect([answer.status, summaryOf(await answer.text())]).toEqual([
      422,
      [
        ['password', 'Please choose at least 8 characters.'],
        ['token', 'Please paste the link from the e-mail.'],
      ],
    ]);
  });
});

describe('a mailed link without JavaScript', () => {
  test('ends and begins the newsletter with the pasted link', async () => {
    const { get, post } = openBrowser();
    await post('/de/newsletter', { form: 'newsletter', email: 'post@example.org', checkbox: 'on' });
    const token = await mailedToken(shop, 'newsletter_confirm', 'post@example.org');
    const path = '/de/newsletter/bestaetigen';
    const empty = await post(path, { form: 'mail_link', token: '' });
    expect([empty.status, summaryOf(await empty.text())]).toEqual([
      422,
      [['token', 'Bitte fügen Sie den Link aus der E-Mail ein.']],
    ]);
    const answer = await post(path, {
      form: 'mail_link',
      token: ` ${linkOf('newsletter/bestaetigen', token)} `,
    });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}?schritt=fertig`]);
    expect(await (await get(`${path}?schritt=fertig`)).text()).toMatch(/role="status"/);
    const subscribers = await rowsOf(shop.db, 'newsletter_subscriptions', { email: 'post@example.org' });
    expect(subscribers).toHaveLength(1);
    const broken = await post(path, { form: 'mail_link', token: 'gibt-es-nicht' });
    expect([broken.status, (await broken.text()).includes('role="alert"')]).toEqual([422, true]);
  });

  test('confirms an address after the login that it asks for', async () => {
    const { email } = await registerUnconfirmed(shop);
    const token = await mailedToken(shop, 'email_confirmation', email);
    const { post, jar } = openBrowser();
    const path = '/de/auth/bestaetigen';
    const guest = await post(path, { form: 'mail_link', token });
    const login = `/de/auth/login?returnTo=${encodeURIComponent(path)}`;
    expect([guest.status, guest.headers.get('Location')]).toEqual([303, login]);
    expect((await post(login, { form: 'login', email, password })).headers.get('Location')).toBe(path);
    expect(jar.has(accessCookie)).toBe(true);
    expect((await post(path, { form: 'mail_link', token })).headers.get('Location')).toBe(
      `${path}?schritt=fertig`,
    );
    const user = await rowOf(shop.db, 'users', { email });
    expect(user.email_confirmed_at).not.toBeNull();
  });
});

describe('the order of a guest without JavaScript', () => {
  test('is looked up by number and e-mail; the response does not say whether there is one', async () => {
    const { get, post } = openBrowser();
    const answer = await post('/de/bestellung', {
      form: 'order_link',
      code: 'MH-2026-99',
      email: 'gast@example.org',
    });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/de/bestellung?gesendet=1']);
    expect((await (await get('/de/bestellung?gesendet=1')).text()).includes('gast@example.org')).toBe(true);
    expect(await mailsTo(shop, 'gast@example.org')).toEqual([]);
    const missing = await post('/de/bestellung', { form: 'order_link', code: '', email: 'gast@' });
    expect([missing.status, summaryOf(await missing.text()).map(([name]) => name)]).toEqual([
      422,
      ['code', 'email'],
    ]);
  });

  test('opens with the pasted link only', async () => {
    const { id, code } = await buyAsGuest(shop, { [products.book]: 1 });
    const { get, post } = openBrowser();
    const path = `/de/bestellung?id=${id}`;
    const page = `/de/checkout/complete/${id}`;
    const wrong = await post(path, { form: 'open_order', token: 'falsch' });
    expect([wrong.status, (await wrong.text()).includes('role="alert"')]).toEqual([404, true]);
    expect((await (await get(page)).text()).includes(code)).toBe(false);
    const token = linkOf(`bestellung?id=${id}`, orderToken(shop.context, id));
    const opened = await post(path, { form: 'open_order', token });
    expect([opened.status, opened.headers.get('Location')]).toEqual([303, page]);
    expect((await (await get(page)).text()).includes(code)).toBe(true);
  });
});
