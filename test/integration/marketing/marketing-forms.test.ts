import { describe, expect, test } from 'vitest';
import { limits } from '#api/rate-limit-policy.ts';
import { mailsTo } from '#test/integration/accounts/account-shop.ts';
import { inputOf, openTestPages, redirectOf, summaryOf } from '#test/integration/support/read-pages.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);
const { siteUrl } = shop.context.settings;

const message = {
  form: 'contact',
  name: 'Ada Kern',
  email: 'ada@example.org',
  topic: 'gift',
  order_code: 'mh-2026-9',
  message: 'Welche Tinte?\r\n\r\nUnd welches Papier?',
};

const stored = (email: string) =>
  shop.db.selectFrom('contact_messages').selectAll().where('email', '=', email).execute();

describe('the contact form without JavaScript', () => {
  test('sends the message once, and shows where the receipt went also after a reload', async () => {
    const { get, post, jar } = openBrowser();
    const sent = await post('/de/kontakt', message);
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, '/de/kontakt?gesendet=1']);
    expect(sent.headers.get('Cache-Control')).toBe('private, no-store');
    for (let load = 0; load < 2; load += 1) {
      const page = await get('/de/kontakt?gesendet=1');
      expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
      expect(await page.text()).toContain('ada@example.org');
    }
    expect(await stored('ada@example.org')).toMatchObject([
      {
        topic: 'Geschenk oder Gutschein',
        message: 'Welche Tinte?\n\nUnd welches Papier?',
        locale: 'de',
        order_code: 'MH-2026-9',
      },
    ]);
    // Nobody else sees the address: other pages do not get the cookie, and without it the form is empty.
    expect(jar.get('form_result')?.path).toBe('/de/kontakt');
    expect(await (await openBrowser().get('/de/kontakt?gesendet=1')).text()).toContain('name="message"');
  });

  test('is shown again with what was typed and with what is wrong, at each field and above all of them', async () => {
    const { post } = openBrowser();
    const response = await post('/en/kontakt', {
      ...message,
      email: 'not an address',
      message: '  ',
      topic: 'course',
    });
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([422, 'private, no-store']);
    const html = await response.text();
    expect(inputOf(html, 'name')).toMatchObject({
      tag: expect.stringContaining('value="Ada Kern"'),
      error: null,
    });
    expect(inputOf(html, 'email').tag).toMatch(/(?=.*value="not an address")(?=.*aria-invalid="true")/);
    expect(html).toContain('<option value="course" selected="">');
    expect([inputOf(html, 'email').error, inputOf(html, 'message').error]).toEqual([
      'Please check the spelling of the e-mail address.',
      'Please tell us what it is about.',
    ]);
    expect(summaryOf(html)).toEqual([
      ['email', 'Please check the spelling of the e-mail address.'],
      ['message', 'Please tell us what it is about.'],
    ]);
    expect(await stored('not an address')).toEqual([]);
  });

  test('escapes the input that it repeats', async () => {
    const { post } = openBrowser();
    const hostile = '"><script>alert(1)</script>';
    const html = await (await post('/de/kontakt', { ...message, name: hostile, email: '' })).text();
    expect(html).not.toContain('<script>alert');
    expect(inputOf(html, 'name').tag).toContain('value="&quot;&gt;&lt;script&gt;');
  });

  test('shows the rate limit of the API as a sentence, with its status', async () => {
    const { post } = openBrowser('203.0.113.9');
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const response = await post('/de/kontakt', { ...message, email: 'viel@example.org' });
      statuses.push(response.status);
      if (count < 20) continue;
      expect(await response.text()).toMatch(/role="alert".*Bitte warten Sie einige Minuten/s);
      expect(Number(response.headers.get('Retry-After'))).toBe(60 * 60);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), 429]);
    expect(await stored('viel@example.org')).toHaveLength(20);
  });

  test('stores messages of an address beyond its limit of receipts, without a receipt', async () => {
    const email = 'besitzerin@example.org';
    for (let count = 0; count < 6; count += 1)
      await openBrowser(`203.0.113.${20 + count}`).post('/de/kontakt', { ...message, email });
    expect(await stored(email)).toHaveLength(6);
    const mails = await mailsTo(shop, email);
    expect(mails.filter(({ template }) => template === 'contact_receipt')).toHaveLength(5);
  });
});

describe('a form is refused, with a page,', () => {
  const before = { ...message, email: 'fremd@example.org' };
  const body = new URLSearchParams(before);
  const part = 'multipart/form-data; boundary=x';
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const form = { ...own, 'Content-Type': 'application/x-www-form-urlencoded' };

  test.each<[string, string, RequestInit, number]>([
    [
      'of another site',
      '/de/kontakt',
      { body, headers: { 'Sec-Fetch-Site': 'cross-site', Origin: siteUrl } },
      403,
    ],
    ['of another host of the site', '/de/kontakt', { body, headers: { 'Sec-Fetch-Site': 'same-site' } }, 403],
    [
      'of an older browser on another site',
      '/de/kontakt',
      { body, headers: { Origin: 'https://evil.example' } },
      403,
    ],
    ['without any origin', '/de/kontakt', { body }, 403],
    ['with an opaque origin', '/de/kontakt', { body, headers: { Origin: 'null' } }, 403],
    ['that is too large', '/de/kontakt', { body: `message=${'x'.repeat(300_000)}`, headers: form }, 413],
    [
      'that is JSON',
      '/de/kontakt',
      { body: '{}', headers: { ...own, 'Content-Type': 'application/json' } },
      415,
    ],
    [
      'whose parts are broken',
      '/de/kontakt',
      { body: 'broken', headers: { ...own, 'Content-Type': part } },
      400,
    ],
    ['that the page does not have', '/de/kontakt', { body: 'form=constructor', headers: form }, 400],
    ['for a page without forms', '/de/kurse', { body, headers: form }, 405],
    ['for a cached page', '/de', { body, headers: form }, 405],
    ['sent with another method', '/de/kontakt', { method: 'PUT', body, headers: form }, 405],
  ])('%s', async (_, path, init, status) => {
    const response = await openBrowser().send(path, { method: 'POST', ...init });
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([status, 'private, no-store']);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('Das kam nicht an');
    expect(response.headers.get('Allow')).toBe(
      status !== 405 ? null : init.method === 'PUT' ? 'GET, HEAD, POST' : 'GET, HEAD',
    );
    expect(await stored(before.email)).toEqual([]);
  });

  test('also if it is too large and has no Content-Length', async () => {
    const stream = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 30; count += 1)
          controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)));
        controller.close();
      },
    });
    const init = { method: 'POST', body: stream, headers: form, duplex: 'half' };
    expect((await openBrowser().send('/de/kontakt', init)).status).toBe(413);
  });

  test('but not one of an older browser behind a proxy with another host', async () => {
    const response = await openBrowser().send('/de/kontakt', {
      method: 'POST',
      body: new URLSearchParams({ ...message, email: 'alt@example.org' }),
      headers: { Origin: siteUrl, Host: 'inside:8080' },
    });
    expect(response.status).toBe(303);
  });
});

const path = '/en/newsletter';
const request = { form: 'newsletter', email: 'liest@example.org', checkbox: 'on', source: 'newsletter' };

describe('the newsletter form without JavaScript', () => {
  test('mails the link once, in the language of the page, and shows the address', async () => {
    const { get, post } = openBrowser();
    expect(await redirectOf(post(path, request))).toBe('/en/newsletter?gesendet=1');
    for (let load = 0; load < 2; load += 1) {
      const html = await (await get('/en/newsletter?gesendet=1')).text();
      expect(html.includes('An e\u2011mail is on its way to liest@example.org')).toBe(true);
    }
    expect(await mailsTo(shop, request.email)).toMatchObject([
      { template: 'newsletter_confirm', locale: 'en' },
    ]);
  });

  test('requires an address and consent, in the language of the page', async () => {
    const response = await openBrowser().post('/de/newsletter', { form: 'newsletter', email: 'niemand@' });
    const html = await response.text();
    expect([response.status, summaryOf(html)]).toEqual([
      422,
      [
        ['email', 'Bitte prüfen Sie die Schreibweise der E\u2011Mail-Adresse.'],
        ['checkbox', 'Bitte setzen Sie das Häkchen: Ohne Ihre Zustimmung schreiben wir Ihnen nicht.'],
      ],
    ]);
    expect(inputOf(html, 'email').tag).toContain('value="niemand@"');
    expect(inputOf(html, 'checkbox').error).toContain('Häkchen');
  });

  test('has the rate limits of the API', async () => {
    const { post } = openBrowser();
    const statuses: number[] = [];
    const { most } = limits.newsletter_network;
    for (let count = 0; count <= most; count += 1)
      statuses.push((await post(path, { ...request, email: 'oft@example.org' })).status);
    expect(statuses).toEqual([...Array.from({ length: most }, () => 303), 429]);
    expect(await mailsTo(shop, 'oft@example.org')).toHaveLength(limits.newsletter.most);
  });

  test('is linked by the newsletter boxes of other pages', async () => {
    for (const page of ['/de', '/de/blog']) {
      const html = await (await openBrowser().get(page)).text();
      expect(html.includes('href="/de/newsletter"'), page).toBe(true);
    }
  });
});
