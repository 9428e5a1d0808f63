import type { Page } from '@playwright/test';
import { waitingEventsKey } from '#core/rules/tracking/analytics-events.ts';
import { answerServices, consentToEverything, sentEvents } from '#test/e2e/support/analytics-services.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { testCards } from '#test/e2e/support/shopper.ts';

const eventsOf = async (page: Page) => (await sentEvents(page)).map(([name]) => name);

/** Returns route and path of the page views reported so far. */
const pageViewsOf = async (page: Page) =>
  (await sentEvents(page))
    .filter(([name]) => name === 'page_view')
    .map(([, { page_route, page_path }]) => [page_route, page_path]);

/** Returns the URLs of the page's scripts from other sites. */
async function foreignScripts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('script')].map(({ src }) => src).filter((src) => src.startsWith('https:')),
  );
}

test('analytics services never run on pages of login, mailed links, codes and declarations, but on other pages', async ({
  page,
  context,
  language,
  say,
  baseURL,
}) => {
  await consentToEverything(context, baseURL ?? '');
  const services = await answerServices(context);
  const own = (path: string) => `/${language}${path}`;

  await page.goto(own('/kurse?utm_source=brief&token=geheim#token=geheim'));
  await expect.poll(() => new Set(services.pages)).toEqual(new Set([own('/kurse')]));
  await expect.poll(() => services.pages.length).toBe(3);
  expect(await foreignScripts(page)).toHaveLength(3);

  const list = ['/kurse', own('/kurse?utm_source=brief')];
  await expect.poll(() => pageViewsOf(page)).toEqual([list]);
  await page
    .locator(`main a[href^="${own('/kurse/')}"]`)
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${own('/kurse/')}.+`));
  await expect.poll(() => pageViewsOf(page)).toEqual([list, ['/kurse/:slug', new URL(page.url()).pathname]]);

  // The link loads a new document, without the scripts.
  await page.evaluate(() => {
    document.documentElement.dataset.same = '';
  });
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: say('menu', 'link.cancellation') })
    .click();
  await expect(page).toHaveURL(new RegExp(`${own('/kuendigung')}$`));
  await expect(page.locator('html[data-works]:not([data-same])')).toBeAttached();
  expect(await foreignScripts(page)).toEqual([]);

  for (const path of [
    '/auth/passwort?schritt=neu#token=ein-token',
    '/auth/bestaetigen#token=ein-token',
    '/auth/email?token=ein-token',
    '/newsletter/bestaetigen#token=ein-token',
    '/newsletter/abmelden#token=ein-token',
    '/bestellung?id=0192c7ae-0000-7000-8000-000000000000#token=ein-token',
    '/redeem?code=GUTSCHEIN-50',
    '/checkout/complete/0192c7ae-0000-7000-8000-000000000000',
    '/widerrufsbelehrung?schritt=formular',
    '/kuendigung',
  ]) {
    const response = await page.goto(own(path));
    await quiet(page);
    expect(await foreignScripts(page), path).toEqual([]);
    expect(response?.headers()['content-security-policy'], path).not.toMatch(/google|facebook/);
    expect(response?.headers()['referrer-policy'], path).toBe('strict-origin');
  }
  expect(services.pages).toHaveLength(3);

  // Leaving these pages loads a new document, too, whose referrer names no path.
  await page.goto(own('/redeem?code=GUTSCHEIN-50'));
  await page.getByRole('contentinfo').getByRole('link').first().click();
  await expect.poll(() => services.pages.length).toBe(6);
  expect(await page.evaluate(() => document.referrer)).toBe(`${baseURL}/`);
});

test('a product view is reported after its page view, and an unknown URL as a page view of /*', async ({
  page,
  context,
  language,
  baseURL,
}) => {
  await consentToEverything(context, baseURL ?? '');
  await answerServices(context);
  /** Returns the path of each page view, and the id of each product view. */
  const views = async () =>
    (await sentEvents(page)).flatMap(([name, { page_path, items }]) => {
      if (name === 'page_view') return [page_path];
      return name === 'view_item' ? (items as { item_id: string }[]).map(({ item_id }) => item_id) : [];
    });
  const first = `/${language}/kurse/emmy-noether`;
  const seen = [first, 'course-emmy-noether'];
  await page.goto(first);
  await expect.poll(views).toEqual(seen);

  const next = page.locator(`main a[href^="/${language}/kurse/"]:not([href*="emmy-noether"])`).first();
  const second = String(await next.getAttribute('href'));
  await next.click();
  seen.push(second, `course-${second.split('/').at(-1)}`);
  await expect.poll(views).toEqual(seen);

  await page.goBack();
  seen.push(first, 'course-emmy-noether');
  await expect.poll(views).toEqual(seen);

  await page.getByRole('banner').getByRole('link').first().click();
  seen.push(`/${language}`);
  await expect.poll(views).toEqual(seen);

  await page.goto(`/${language}/irgend@wo.example`);
  await expect.poll(views).toEqual(['/*']);
});

test(
  'a purchase is reported from the next page on which services run',
  { tag: '@checkout' },
  async ({ page, context, baseURL, shopper }, info) => {
    await consentToEverything(context, baseURL ?? '');
    const services = await answerServices(context);
    await shopper.goToPayment(`misst-${info.project.name}@meisterhand.example`, 'course-emmy-noether');
    await shopper.payWith(testCards.accepted);
    const code = await shopper.orderCode();
    await expect
      .poll(() => page.evaluate((key) => localStorage.getItem(key) ?? '', waitingEventsKey))
      .toContain(code);
    expect(services.pages).toEqual([]);

    await page.getByRole('banner').getByRole('link').first().click();
    const steps = ['checkout_step', 'begin_checkout', 'checkout_step', 'checkout_step'];
    await expect.poll(() => eventsOf(page)).toEqual([...steps, 'add_payment_info', 'purchase', 'page_view']);
    expect(await page.evaluate((key) => localStorage.getItem(key), waitingEventsKey)).toBeNull();
    await page.reload();
    await expect.poll(() => services.pages.length).toBe(6);
    await expect.poll(() => eventsOf(page)).toEqual(['page_view']);
  },
);
