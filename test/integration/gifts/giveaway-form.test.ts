import { describe, expect, test } from 'vitest';
import { mailsTo } from '#test/integration/accounts/account-shop.ts';
import { inputOf, openTestPages, summaryOf } from '#test/integration/support/read-pages.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);

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

  test('keeps a wrong address and the tick, with the fault at the field', async () => {
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
  ])('is not on %s', async (other, status) => {
    expect((await openBrowser().post(other, { form: 'giveaway', email: 'a@example.org' })).status).toBe(
      status,
    );
  });
});
