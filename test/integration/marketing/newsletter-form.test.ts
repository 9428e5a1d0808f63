import { describe, expect, test } from 'vitest';
import { limits } from '#api/effort.ts';
import { mailsTo } from '#test/integration/accounts/account-shop.ts';
import { inputOf, openTestPages, summaryOf } from '#test/integration/support/read-pages.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);

const path = '/en/newsletter';
const request = { form: 'newsletter', email: 'liest@example.org', checkbox: 'on', source: 'newsletter' };

describe('the newsletter form without JavaScript', () => {
  test('mails the link in the language of the page, once, and says where it went', async () => {
    const { get, post } = openBrowser();
    const answer = await post(path, request);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/en/newsletter?gesendet=1']);
    for (let load = 0; load < 2; load += 1) {
      const html = await (await get('/en/newsletter?gesendet=1')).text();
      expect(html.includes('An e\u2011mail is on its way to liest@example.org')).toBe(true);
    }
    expect(await mailsTo(shop, request.email)).toMatchObject([
      { template: 'newsletter_confirm', locale: 'en' },
    ]);
  });

  test('needs an address and the tick, in the language of the page', async () => {
    const answer = await openBrowser().post('/de/newsletter', { form: 'newsletter', email: 'niemand@' });
    const html = await answer.text();
    expect([answer.status, summaryOf(html)]).toEqual([
      422,
      [
        ['email', 'Bitte prüfen Sie die Schreibweise der E\u2011Mail-Adresse.'],
        ['checkbox', 'Bitte setzen Sie das Häkchen: Ohne Ihre Zustimmung schreiben wir Ihnen nicht.'],
      ],
    ]);
    expect(inputOf(html, 'email').tag).toContain('value="niemand@"');
    expect(inputOf(html, 'checkbox').error).toContain('Häkchen');
  });

  test('is limited as the API is', async () => {
    const { post } = openBrowser();
    const statuses: number[] = [];
    const { most } = limits.newsletter_network;
    for (let count = 0; count <= most; count += 1)
      statuses.push((await post(path, { ...request, email: 'oft@example.org' })).status);
    expect(statuses).toEqual([...Array.from({ length: most }, () => 303), 429]);
    expect(await mailsTo(shop, 'oft@example.org')).toHaveLength(limits.newsletter.most);
  });

  test('the boxes of other pages lead to it', async () => {
    for (const page of ['/de', '/de/blog']) {
      const html = await (await openBrowser().get(page)).text();
      expect(html.includes('href="/de/newsletter"'), page).toBe(true);
    }
  });
});
