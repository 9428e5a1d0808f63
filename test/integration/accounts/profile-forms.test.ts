import { describe, expect, test } from 'vitest';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { mailedCode, mailedToken } from '#test/integration/accounts/account-shop.ts';
import {
  chosenOf,
  inputOf,
  openTestPages,
  redirectOf,
  summaryOf,
} from '#test/integration/support/read-pages.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { password, registerUnconfirmed } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser, openLearner } = await openTestPages(shop);
const saved = '/de/profil?gespeichert=1';

/** Returns a page without its scripts, which also contain its texts and data. */
const shownIn = async (page: Promise<Response>) =>
  (await (await page).text()).replaceAll(/<script.*?<\/script>/gs, '');

describe('the profile without JavaScript', () => {
  test('saves name and salutation, and confirms it once', async () => {
    const { get, post } = await openLearner();
    const person = { salutation: 'ms', firstname: 'Ada', lastname: 'Kern', language: 'de' };
    expect(await redirectOf(post('/de/profil', { form: 'person', ...person }))).toBe(saved);
    const html = await shownIn(get(saved));
    expect(html.match(/Gespeichert/g)).toHaveLength(1);
    expect(inputOf(html, 'firstname').tag).toContain('value="Ada"');
    expect(html).toMatch(/<option value="ms" selected="">/);
    expect(chosenOf(html, 'language')).toBeNull();
  });

  test('redirects to the other language when it is chosen', async () => {
    const { id, post } = await openLearner();
    const person = { salutation: 'none', firstname: '', lastname: '', language: 'en' };
    expect(await redirectOf(post('/de/profil', { form: 'person', ...person }))).toBe('/en/profil');
    expect((await rowOf(shop.db, 'users', { id })).preferred_language).toBe('en');
  });

  test.each([
    ['de', 'Bitte kürzen Sie diese Angabe auf 80 Zeichen.'],
    ['en', 'Please shorten this to 80 characters.'],
  ])('keeps the input and shows the error at its field (%s)', async (locale, text) => {
    const { post } = await openLearner();
    const long = 'x'.repeat(81);
    const answer = await post(`/${locale}/profil`, {
      form: 'person',
      salutation: 'mr',
      firstname: long,
      lastname: 'Kern',
      language: locale,
    });
    const html = await answer.text();
    expect([answer.status, inputOf(html, 'firstname').error, summaryOf(html)]).toEqual([
      422,
      text,
      [['firstname', text]],
    ]);
    expect(inputOf(html, 'firstname').tag).toContain(`value="${long}"`);
    expect(inputOf(html, 'lastname').tag).toContain('value="Kern"');
    expect(html).toMatch(/<option value="mr" selected="">/);
  });

  test('changes the password only with the current one, and repeats none', async () => {
    const { email, jar, post } = await openLearner();
    const next = 'fünf Kirschen im Glas';
    const change = { form: 'password', password: next, password_confirmation: next };
    const wrong = await post('/de/profil', { ...change, current_password: 'geraten' });
    const html = await wrong.text();
    expect([wrong.status, inputOf(html, 'current_password').error]).toEqual([
      422,
      'Das ist nicht das Passwort dieses Kontos. Bitte prüfen Sie es.',
    ]);
    expect([html.includes(next), html.includes('geraten')]).toEqual([false, false]);
    const before = jar.get(accessCookie);
    expect(await redirectOf(post('/de/profil', { ...change, current_password: password }))).toBe(saved);
    expect(jar.get(accessCookie)).not.toEqual(before);
    const other = openBrowser();
    expect((await other.post('/de/auth/login', { form: 'login', email, password })).status).toBe(401);
    expect((await other.post('/de/auth/login', { form: 'login', email, password: next })).status).toBe(303);
  });

  test('changes the e-mail address by password or mailed code, and refuses the same one', async () => {
    const { email, get, post } = await openLearner();
    const same = await (
      await post('/de/profil', { form: 'email', email: email.toUpperCase(), password })
    ).text();
    expect(summaryOf(same).map(([name]) => name)).toEqual(['email']);
    const byPassword = `neu-${email}`;
    const changed = post('/de/profil', { form: 'email', email: byPassword, password });
    expect(await redirectOf(changed)).toBe(saved);
    expect(await shownIn(get(saved))).toContain(byPassword);
    expect(await mailedToken(shop, 'email_change', byPassword)).not.toBe('');

    expect(await redirectOf(post('/de/profil', { form: 'email_code' }))).toBe(saved);
    const asking = await (await get(saved)).text();
    expect(inputOf(asking, 'code').tag).not.toBe('');
    const code = await mailedCode(shop, email, 'email_change_code');
    const byCode = `anders-${email}`;
    const wrong = await post('/de/profil', { form: 'email', email: byCode, code: '000000' });
    expect([wrong.status, inputOf(await wrong.text(), 'code').error]).toEqual([
      422,
      'Dieser Code ist falsch oder abgelaufen. Prüfen Sie ihn, oder fordern Sie einen neuen an.',
    ]);
    const right = post('/de/profil', { form: 'email', email: byCode, code: ` ${code} ` });
    expect(await redirectOf(right)).toBe(saved);
    expect(await mailedToken(shop, 'email_change', byCode)).not.toBe('');
  });

  test('mails the confirmation link again, and says so', async () => {
    const me = await registerUnconfirmed(shop);
    const { get, post } = await openLearner(me);
    const asks = `an ${me.email} geschickt haben`;
    expect(await shownIn(get('/de/profil'))).toContain(asks);
    const sent = '/de/profil?schritt=link';
    expect(await redirectOf(post('/de/profil', { form: 'email_confirmation' }))).toBe(sent);
    expect(await shownIn(get(sent))).toContain(`an ${me.email} unterwegs`);
    expect(await shownIn((await openLearner()).get('/de/profil'))).not.toContain('geschickt haben');
  });

  test('ends another session, and all others', async () => {
    const { email, get, post } = await openLearner();
    const others = [openBrowser(), openBrowser(), openBrowser()];
    for (const other of others) await other.post('/de/auth/login', { form: 'login', email, password });
    const listed = await (await get('/de/profil')).text();
    const ids = [...listed.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = '']) => id);
    // The page shows four sessions, its own among them.
    expect(ids).toHaveLength(3);
    const ended = post('/de/profil', { form: 'end_session', session: ids[0] ?? '' });
    expect(await redirectOf(ended)).toBe(saved);
    const left = await (await get(saved)).text();
    expect(ids.map((id) => left.includes(id))).toEqual([false, true, true]);
    expect(await redirectOf(post('/de/profil', { form: 'end_others' }))).toBe(saved);
    expect(await (await get(saved)).text()).not.toContain('name="session"');
  });

  test('deletes the account only with its password', async () => {
    const { email, get, post } = await openLearner();
    const wrong = await post('/de/profil', { form: 'delete_account', password: 'geraten' });
    expect([wrong.status, summaryOf(await wrong.text()).map(([name]) => name)]).toEqual([422, ['password']]);
    expect((await get('/de/profil')).status).toBe(200);
    expect(await redirectOf(post('/de/profil', { form: 'delete_account', password }))).toBe('/de');
    expect((await openBrowser().post('/de/auth/login', { form: 'login', email, password })).status).toBe(401);
  });

  test.each(['person', 'email', 'email_code', 'password', 'subscribe', 'end_others', 'delete_account'])(
    'sends a guest with the form %s to the login',
    async (form) => {
      const answer = await openBrowser().post('/de/profil', { form, password });
      expect([302, 303]).toContain(answer.status);
      expect(answer.headers.get('Location')).toContain('/de/auth/login');
    },
  );
});
