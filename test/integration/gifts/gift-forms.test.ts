import { describe, expect, test } from 'vitest';
import { mailsTo } from '#test/integration/accounts/account-shop.ts';
import { inputOf, openTestPages, summaryOf } from '#test/integration/support/read-pages.ts';
import { insertRows, rowOf } from '#test/integration/support/rows.ts';
import {
  confirmAddress,
  password,
  register,
  registerUnconfirmed,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser, openLearner } = await openTestPages(shop);

let written = 0;

/** Stores a gift code of a course. */
async function giveCode(): Promise<string> {
  const code = `FORM-${++written}-${shop.context.ids.code(8)}`;
  const product = await rowOf(shop.db, 'products', { slug: 'clara-schumann' });
  await insertRows(shop.db, 'gift_codes', {
    ...{ id: shop.context.ids.uuid(), code, kind: 'gift', product_id: product.id },
    created_at: new Date(shop.context.clock.now()),
  });
  return code;
}

describe('redeeming without JavaScript', () => {
  test('shows what a code is worth, asks a guest to log in, leads back, and redeems it once', async () => {
    const code = await giveCode();
    const { email } = await register(shop);
    const { get, post } = openBrowser();
    const found = await post('/de/redeem', { form: 'look_up', code: ` ${code.toLowerCase()} ` });
    const address = `/de/redeem?code=${code}`;
    expect([found.status, found.headers.get('Location')]).toEqual([303, address]);
    const page = await (await get(address)).text();
    expect(page.includes('Klang in zehn Fingern')).toBe(true);
    const login = `/de/auth/login?returnTo=${encodeURIComponent(address)}`;
    const asked = await post(address, { form: 'redeem', code });
    expect([asked.status, asked.headers.get('Location')]).toEqual([303, login]);
    expect((await post(login, { form: 'login', email, password })).headers.get('Location')).toBe(address);

    const redeemed = await post(address, { form: 'redeem', code });
    const done = '/de/redeem?schritt=eingeloest';
    expect([redeemed.status, redeemed.headers.get('Location')]).toEqual([303, done]);
    for (let load = 0; load < 2; load += 1) {
      const html = await (await get(done)).text();
      expect(html).toMatch(/role="status".*Klang in zehn Fingern/s);
    }
    expect((await (await get('/de/profil/master')).text()).includes('Klang in zehn Fingern')).toBe(true);
    const again = await post('/de/redeem', { form: 'redeem', code });
    expect([again.status, again.headers.get('Location')]).toEqual([303, done]);
  });

  test('is refused until the address is confirmed; the page says so, and mails the link again', async () => {
    const code = await giveCode();
    const me = await registerUnconfirmed(shop);
    const { get, post } = await openLearner(me);
    const address = `/de/redeem?code=${code}`;
    const refused = await post(address, { form: 'redeem', code });
    const html = await refused.text();
    const waits = `an ${me.email} geschickt haben. Der Code bleibt gültig`;
    expect([refused.status, html.includes(waits), html.includes('role="alert"')]).toEqual([403, true, true]);
    const again = await post(address, { form: 'email_confirmation' });
    const sent = `${address}&schritt=link`;
    expect([again.status, again.headers.get('Location')]).toEqual([303, sent]);
    expect(await (await get(sent)).text()).toContain(`Der Link ist an ${me.email} unterwegs.`);
    const links = (await mailsTo(shop, me.email)).filter(({ template }) => template === 'email_confirmation');
    expect(links).toHaveLength(2);
    await confirmAddress(shop, me);
    expect(await (await get(sent)).text()).not.toContain(`an ${me.email}`);
    expect((await post(address, { form: 'redeem', code })).status).toBe(303);
  });

  test('a course that the learner owns leaves the code unused', async () => {
    const [first, second] = [await giveCode(), await giveCode()];
    const { post } = await openLearner();
    expect((await post('/en/redeem', { form: 'redeem', code: first })).status).toBe(303);
    const refused = await post(`/en/redeem?code=${second}`, { form: 'redeem', code: second });
    const html = await refused.text();
    // The page still shows the code, with the reason above its button.
    expect([refused.status, html.includes(second), html.includes('role="alert"')]).toEqual([409, true, true]);
    const other = await openLearner();
    expect((await other.post('/en/redeem', { form: 'redeem', code: second })).status).toBe(303);
  });

  test.each([
    ['', 422, 'Bitte geben Sie einen Code ein.'],
    ['GIBT-ES-NICHT', 422, 'Diesen Code kennen wir nicht, oder er wurde schon eingelöst.'],
  ])('says at the field what is wrong with "%s"', async (code, status, text) => {
    const answer = await openBrowser().post('/de/redeem', { form: 'look_up', code });
    const html = await answer.text();
    expect([answer.status, inputOf(html, 'code').error, summaryOf(html)]).toEqual([
      status,
      text,
      [['code', text]],
    ]);
    expect(inputOf(html, 'code').tag).toContain(`value="${code}"`);
  });

  test('an unknown code in the URL is reported at the field, and guesses are limited', async () => {
    const { get, post } = openBrowser();
    const html = await (await get('/en/redeem?code=NOPE-1')).text();
    expect(inputOf(html, 'code').tag).toMatch(/(?=.*value="NOPE-1")(?=.*aria-invalid="true")/);
    const statuses: number[] = [];
    for (let count = 0; count < 30; count += 1)
      statuses.push((await post('/en/redeem', { form: 'look_up', code: `NOPE-${count}` })).status);
    expect([statuses.slice(0, 29).every((status) => status === 422), statuses.at(-1)]).toEqual([true, 429]);
  });
});

const path = '/de/specials/winterlos';
const entriesOf = (email: string) =>
  shop.db.selectFrom('giveaway_entries').select('giveaway').where('email', '=', email).execute();

describe('the giveaway without JavaScript', () => {
  test('enters once, and says so; the newsletter only when it was ticked', async () => {
    for (const [email, ticked] of [
      ['gewinnt@example.org', {}],
      ['liest-mit@example.org', { checkbox: 'on' }],
    ] as const) {
      const { get, post } = openBrowser();
      const answer = await post(path, { form: 'giveaway', email: ` ${email} `, ...ticked });
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}?gesendet=1`]);
      expect(await entriesOf(email)).toEqual([{ giveaway: 'winterlos' }]);
      const html = await (await get(`${path}?gesendet=1`)).text();
      expect([html.includes(email), inputOf(html, 'email').tag]).toEqual([true, '']);
      const mails = await mailsTo(shop, email);
      expect(mails.some(({ template }) => template.startsWith('newsletter'))).toBe('checkbox' in ticked);
      expect((await post(path, { form: 'giveaway', email })).status).toBe(303);
      expect(await entriesOf(email)).toHaveLength(1);
    }
  });

  test('shows an invalid address and the ticked box again, with the error at the field', async () => {
    const answer = await openBrowser().post('/en/specials/winterlos', {
      form: 'giveaway',
      email: 'niemand@',
      checkbox: 'on',
    });
    const html = await answer.text();
    expect([answer.status, summaryOf(html)]).toEqual([
      422,
      [['email', 'Please check the spelling of the e\u2011mail address.']],
    ]);
    expect(inputOf(html, 'email').tag).toContain('value="niemand@"');
    expect(inputOf(html, 'checkbox').tag).toContain('checked');
  });

  test.each([
    ['/de/angebote/herbst', 400],
    ['/de/specials/gibt-es-nicht', 404],
  ])('is refused on %s', async (other, status) => {
    expect((await openBrowser().post(other, { form: 'giveaway', email: 'a@example.org' })).status).toBe(
      status,
    );
  });
});
