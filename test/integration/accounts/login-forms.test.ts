import { describe, expect, test } from 'vitest';
import { accessCookie, deviceCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { orderToken } from '#server/orders/read-order.ts';
import { logIn, mailedCode, mailedToken, mailsTo } from '#test/integration/accounts/account-shop.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { inputOf, openTestPages, redirectOf, summaryOf } from '#test/integration/support/read-pages.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { password, products, register, registerUnconfirmed } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);

describe('the login without JavaScript', () => {
  test('starts a session and redirects to the requested page of the learner', async () => {
    const { email } = await register(shop);
    const { get, post, jar } = openBrowser();
    const back = '/de/auth/login?returnTo=%2Fde%2Fprofil';
    const answer = await post(back, { form: 'login', email: ` ${email} `, password });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/de/profil']);
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
    expect([...jar.keys()]).toEqual(expect.arrayContaining([accessCookie, refreshCookie, deviceCookie]));
    expect(answer.headers.getSetCookie().join()).toMatch(
      /_auth_access=[^;]+; Max-Age=63072000; Path=\/; SameSite=Lax/,
    );
    expect(await (await get('/de/profil')).text()).toContain(email);
    expect((await get(back)).headers.get('Location')).toBe('/de/profil');
  });

  test.each(['//evil.example', 'https://evil.example/de'])('never redirects to %s', async (evil) => {
    const { email } = await register(shop);
    const path = `/de/auth/login?returnTo=${encodeURIComponent(evil)}`;
    const login = openBrowser().post(path, { form: 'login', email, password });
    expect(await redirectOf(login)).toBe('/de/profil/master');
  });

  test('shows the same error for a wrong password and an unknown address, and never repeats the password', async () => {
    const { email } = await register(shop);
    const secret = 'geheim-und-falsch';
    const texts = await Promise.all(
      [email, 'niemand@example.org'].map(async (typed) => {
        const { post, jar } = openBrowser();
        const answer = await post('/de/auth/login', { form: 'login', email: typed, password: secret });
        const html = await answer.text();
        expect([answer.status, jar.has(accessCookie)]).toEqual([401, false]);
        expect(html.includes(secret)).toBe(false);
        expect(inputOf(html, 'email').tag).toContain(`value="${typed}"`);
        return [inputOf(html, 'password').error, summaryOf(html)];
      }),
    );
    const text =
      'E-Mail-Adresse und Passwort passen nicht zusammen. ' +
      'Prüfen Sie beides oder fordern Sie ein neues Passwort an.';
    expect(texts).toEqual([
      [text, [['password', text]]],
      [text, [['password', text]]],
    ]);
  });

  test('counts failures by account and client address, as the API does', async () => {
    const { email } = await register(shop);
    const { post } = openBrowser('198.51.100.4');
    const wrong = { form: 'login', email, password: 'falsch' };
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await post('/en/auth/login', wrong)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const right = { form: 'login', email, password };
    expect((await post('/en/auth/login', right)).status).toBe(429);
    expect((await openBrowser('198.51.100.5').post('/en/auth/login', right)).status).toBe(303);
  });

  test('mails a code and accepts it once, in the browser that requested it', async () => {
    const { email } = await register(shop);
    const { get, post, jar } = openBrowser();
    const path = '/en/auth/login?returnTo=%2Fen%2Fkurse';
    const step = `${path}&schritt=code`;
    expect(await redirectOf(post(path, { form: 'request_code', email, password: '' }))).toBe(step);
    const page = await (await get(step)).text();
    expect(page).toContain(email);
    expect(inputOf(page, 'password').tag).toBe('');
    const wrong = await post(step, { form: 'code', email, code: '000 000' });
    const shown = await wrong.text();
    expect([wrong.status, inputOf(shown, 'code').error]).toEqual([
      401,
      'This code is wrong or has expired. Check it, or ask for a new one.',
    ]);
    const code = await mailedCode(shop, email);
    // A newer code that another browser requests does not replace this one.
    await openBrowser().post(path, { form: 'request_code', email });
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)}`;
    expect(await redirectOf(post(step, { form: 'code', email, code: spaced }))).toBe('/en/kurse');
    expect(jar.has(accessCookie)).toBe(true);
    expect((await openBrowser().post(step, { form: 'code', email, code })).status).toBe(401);
  });

  test('returns from the code to the password', async () => {
    const answer = openBrowser().post('/de/auth/login?ref=cart&schritt=code', { form: 'password' });
    expect(await redirectOf(answer)).toBe('/de/auth/login?ref=cart');
  });
});

describe('the registration without JavaScript', () => {
  const person = {
    form: 'register',
    firstname: 'Ida',
    lastname: 'Sand',
    password: 'vier Birnen im Korb',
    password_confirmation: 'vier Birnen im Korb',
  };
  const path = '/de/auth/login?tab=register';

  test('creates an account and logs in, and requests the newsletter only if its box was ticked', async () => {
    for (const [email, ticked] of [
      ['ida@example.org', {}],
      ['ina@example.org', { newsletter: 'on' }],
    ] as const) {
      const { post, jar } = openBrowser();
      expect(await redirectOf(post(path, { ...person, email, ...ticked }))).toBe('/de/profil/master');
      expect(jar.has(accessCookie)).toBe(true);
      const asked = (await mailsTo(shop, email)).some(({ template }) => template.startsWith('newsletter'));
      expect(asked).toBe('newsletter' in ticked);
    }
  });

  test('keeps names, address and ticked box, and shows every error at its field', async () => {
    const html = await (
      await openBrowser().post(path, {
        ...person,
        email: 'ida@',
        password: 'kurz',
        password_confirmation: 'ganz-anders-getippt',
        newsletter: 'on',
      })
    ).text();
    expect(html.includes('ganz-anders-getippt')).toBe(false);
    expect(inputOf(html, 'firstname').tag).toContain('value="Ida"');
    expect(inputOf(html, 'newsletter').tag).toContain('checked');
    expect(summaryOf(html)).toEqual([
      ['email', 'Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.'],
      ['password', 'Bitte wählen Sie mindestens 8 Zeichen.'],
      ['password_confirmation', 'Die beiden Passwörter stimmen nicht überein.'],
    ]);
  });

  test('reports an address that has an account, and a password that is too common', async () => {
    const { email } = await register(shop);
    const taken = await openBrowser().post(path, { ...person, email });
    expect([taken.status, inputOf(await taken.text(), 'email').error]).toEqual([
      409,
      'Zu dieser E-Mail-Adresse gibt es bereits ein Konto. Bitte melden Sie sich an.',
    ]);
    const common = { password: 'passwort123', password_confirmation: 'passwort123' };
    const answer = await openBrowser().post(path, { ...person, email: 'neu@example.org', ...common });
    expect([answer.status, summaryOf(await answer.text())[0]?.[0]]).toEqual([422, 'password']);
  });
});
const newPassword = 'fünf Quitten am Ast';
const linkOf = (path: string, token: string) => `http://localhost:3000/de/${path}#token=${token}`;

describe('a forgotten password without JavaScript', () => {
  test('is reset once with the mailed and pasted link', async () => {
    const { email } = await register(shop);
    const { get, post } = openBrowser();
    const sent = '/de/auth/passwort?gesendet=1';
    expect(await redirectOf(post('/de/auth/passwort', { form: 'password_request', email }))).toBe(sent);
    expect((await (await get(sent)).text()).includes(email)).toBe(true);

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
    const set = post(step, { ...typed, token: linkOf('auth/passwort?schritt=neu', token) });
    const done = '/de/auth/passwort?schritt=fertig';
    expect(await redirectOf(set)).toBe(done);
    expect((await get(done)).status).toBe(200);
    expect([
      (await logIn(shop, email, newPassword)).status,
      (await logIn(shop, email, password)).status,
    ]).toEqual([200, 401]);
    const again = await post(step, { ...typed, token });
    expect([again.status, (await again.text()).includes('role="alert"')]).toEqual([410, true]);
  });

  test('gets the same response for an address without an account', async () => {
    const typed = { form: 'password_request', email: 'niemand@example.org' };
    const answer = openBrowser().post('/en/auth/passwort', typed);
    expect(await redirectOf(answer)).toBe('/en/auth/passwort?gesendet=1');
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
  test('confirms the newsletter once pasted, and reports an empty or unknown link', async () => {
    const { get, post } = openBrowser();
    await post('/de/newsletter', { form: 'newsletter', email: 'post@example.org', checkbox: 'on' });
    const token = await mailedToken(shop, 'newsletter_confirm', 'post@example.org');
    const path = '/de/newsletter/bestaetigen';
    const empty = await post(path, { form: 'mail_link', token: '' });
    expect([empty.status, summaryOf(await empty.text())]).toEqual([
      422,
      [['token', 'Bitte fügen Sie den Link aus der E-Mail ein.']],
    ]);
    const done = `${path}?schritt=fertig`;
    const pasted = ` ${linkOf('newsletter/bestaetigen', token)} `;
    expect(await redirectOf(post(path, { form: 'mail_link', token: pasted }))).toBe(done);
    expect(await (await get(done)).text()).toMatch(/role="status"/);
    const subscription = await rowOf(shop.db, 'newsletter_subscriptions', { email: 'post@example.org' });
    expect(subscription.state).toBe('confirmed');
    const broken = await post(path, { form: 'mail_link', token: 'gibt-es-nicht' });
    expect([broken.status, (await broken.text()).includes('role="alert"')]).toEqual([422, true]);
  });

  test('confirms an address after the login that it requires', async () => {
    const { email } = await registerUnconfirmed(shop);
    const token = await mailedToken(shop, 'email_confirmation', email);
    const { post, jar } = openBrowser();
    const path = '/de/auth/bestaetigen';
    const login = `/de/auth/login?returnTo=${encodeURIComponent(path)}`;
    expect(await redirectOf(post(path, { form: 'mail_link', token }))).toBe(login);
    expect(await redirectOf(post(login, { form: 'login', email, password }))).toBe(path);
    expect(jar.has(accessCookie)).toBe(true);
    expect(await redirectOf(post(path, { form: 'mail_link', token }))).toBe(`${path}?schritt=fertig`);
    expect((await rowOf(shop.db, 'users', { email })).email_confirmed_at).not.toBeNull();
  });
});

describe('the order of a guest without JavaScript', () => {
  test('is looked up by number and e-mail; the response does not say whether there is one', async () => {
    const { get, post } = openBrowser();
    const typed = { form: 'order_link', code: 'MH-2026-99', email: 'gast@example.org' };
    const sent = '/de/bestellung?gesendet=1';
    expect(await redirectOf(post('/de/bestellung', typed))).toBe(sent);
    expect((await (await get(sent)).text()).includes('gast@example.org')).toBe(true);
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
    expect(await redirectOf(post(path, { form: 'open_order', token }))).toBe(page);
    expect((await (await get(page)).text()).includes(code)).toBe(true);
  });
});
