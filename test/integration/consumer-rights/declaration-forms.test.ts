import { describe, expect, test } from 'vitest';
import { mailsTo } from '#test/integration/accounts/account-shop.ts';
import { chosenOf, inputOf, openTestPages, summaryOf } from '#test/integration/support/read-pages.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);

const stored = (email: string) =>
  shop.db.selectFrom('declarations').selectAll().where('email', '=', email).execute();

const path = {
  withdrawal: '/de/widerrufsbelehrung?schritt=formular',
  cancellation: '/en/kuendigung',
} as const;

const withdrawal = {
  form: 'withdrawal',
  code: 'mh-2026-1234',
  scope: 'parts',
  parts: '2 × Das Buch vom Messen\r\n\r\nFederkiel',
  reason: '',
  name: 'Ada Kern',
  email: 'ada@example.org',
};

const cancellation = {
  form: 'cancellation',
  chosen: '',
  code: 'MH-V-77',
  kind: 'extraordinary',
  reason: 'The films do not play.',
  end: 'day',
  ends_on: '2026-12-24',
  name: 'Jo Reed',
  email: 'jo@example.org',
};

describe('the withdrawal without JavaScript', () => {
  test('is declared once; the receipt has reference, time and content, also after a reload', async () => {
    const { get, post } = openBrowser();
    const answer = await post(path.withdrawal, withdrawal);
    const receipt = '/de/widerrufsbelehrung?schritt=beleg';
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, receipt]);
    const [declared, ...others] = await stored(withdrawal.email);
    expect(others).toEqual([]);
    for (let load = 0; load < 2; load += 1) {
      const page = await get(receipt);
      const html = await page.text();
      expect(page.headers.get('Cache-Control')).toBe('private, no-store');
      for (const text of [
        declared?.reference ?? 'none',
        '2 × Das Buch vom Messen',
        'Federkiel',
        'Ada Kern',
        '21. November 2026',
      ])
        expect(html.includes(text), text).toBe(true);
    }
    expect(await stored(withdrawal.email), 'declarations that are stored').toHaveLength(1);
    expect(await mailsTo(shop, withdrawal.email), 'receipts').toHaveLength(1);
    const other = await (await openBrowser().get(receipt)).text();
    expect(other.includes(declared?.reference ?? '')).toBe(false);
    // Another browser gets the link to the form.
    expect(other).toMatch(/href="\/de\/widerrufsbelehrung\?schritt=formular"[^>]*>Vertrag widerrufen/);
  });

  test('a very long one is stored whole, and shortened in the receipt', async () => {
    const { get, post } = openBrowser();
    const lines = Array.from({ length: 60 }, (_, index) => `Ein Artikel mit langem Namen ${index}`).join(
      '\r\n',
    );
    const long = { ...withdrawal, email: 'lang@example.org', parts: lines, reason: 'weil '.repeat(399) };
    expect((await post(path.withdrawal, long)).status).toBe(303);
    const html = await (await get('/de/widerrufsbelehrung?schritt=beleg')).text();
    const [declared] = await stored(long.email);
    expect(html.includes(declared?.reference ?? 'none')).toBe(true);
    expect(html.includes('Ein Artikel mit langem Namen 0')).toBe(true);
    expect(html).toContain('…');
    expect(JSON.stringify(declared)).toContain('Ein Artikel mit langem Namen 59');
  });

  test('names missing values at their fields, and keeps the others', async () => {
    const answer = await openBrowser().post(path.withdrawal, {
      ...withdrawal,
      code: '',
      parts: ' ',
      name: '',
      reason: 'zu groß',
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(summaryOf(html)).toEqual([
      ['name', 'Bitte nennen Sie Ihren Namen.'],
      ['code', 'Bitte geben Sie die Nummer der Bestellung oder des Vertrags ein.'],
      ['parts', 'Bitte nennen Sie die Artikel, die Sie widerrufen möchten.'],
    ]);
    expect(inputOf(html, 'parts').error).toBe('Bitte nennen Sie die Artikel, die Sie widerrufen möchten.');
    expect(html.includes('>zu groß</textarea>')).toBe(true);
    expect(chosenOf(html, 'scope')).toBe('parts');
    expect(await stored(withdrawal.email)).toHaveLength(1);
  });

  test('every field is in the page, also those that JavaScript shows on demand', async () => {
    const { get } = openBrowser();
    const [first, second] = await Promise.all([
      (await get(path.withdrawal)).text(),
      (await get('/de/kuendigung')).text(),
    ]);
    for (const name of ['code', 'scope', 'parts', 'reason', 'name', 'email'])
      expect(inputOf(first, name).tag, name).not.toBe('');
    for (const name of ['code', 'kind', 'reason', 'end', 'ends_on', 'name', 'email'])
      expect(inputOf(second, name).tag, name).not.toBe('');
  });
});

describe('the cancellation without JavaScript', () => {
  test('is declared once, with its receipt', async () => {
    const { get, post } = openBrowser();
    const answer = await post(path.cancellation, cancellation);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/en/kuendigung?schritt=beleg']);
    const html = await (await get('/en/kuendigung?schritt=beleg')).text();
    const [declared] = await stored(cancellation.email);
    for (const text of [
      declared?.reference ?? 'none',
      'The films do not play.',
      '24\u00a0December 2026',
      'Jo Reed',
    ])
      expect(html.includes(text), text).toBe(true);
    expect(await stored(cancellation.email)).toHaveLength(1);
  });

  test('needs a reason when it is extraordinary, and a day that is not over', async () => {
    const wrong = { ...cancellation, email: 'jo.2@example.org', reason: '', ends_on: '2020-01-01' };
    const answer = await openBrowser().post(path.cancellation, wrong);
    expect([answer.status, summaryOf(await answer.text())]).toEqual([
      422,
      [
        ['reason', 'Please state the good cause.'],
        ['ends_on', 'Please choose a day from today on.'],
      ],
    ]);
    expect(await stored(wrong.email)).toEqual([]);
  });
});
