import type { BrowserContext, Page } from '@playwright/test';
import { accessCookie, refreshCookie } from '#core/rules/access.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import type { shopWords } from '#test/e2e/support/shop-words.ts';

type Say = ReturnType<typeof shopWords>;

const [piano, mathematics] = ['/kurse/clara-schumann', '/kurse/emmy-noether'];

const cartButton = (page: Page, say: Say) =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`^${say('component', 'cart.button')}`) });

const buyButton = (page: Page, say: Say) =>
  page.getByRole('button', { name: say('base', 'buy.add') }).first();

async function expectCount(page: Page, say: Say, count: number): Promise<void> {
  const key = count === 1 ? 'cart.button_with_one' : 'cart.button_with_other';
  await expect(cartButton(page, say)).toHaveAccessibleName(say('component', key, { count }));
}

/** Somebody new whose session this browser has, as a login leaves it. */
async function arriveAsLearner(context: BrowserContext, page: Page, language: 'de' | 'en'): Promise<void> {
  const password = 'drei Äpfel im Regal';
  const email = `tabs-${process.hrtime.bigint()}@meisterhand.example`;
  const answer = await page.request.post('/api/users', {
    headers: { 'Content-Type': 'application/vnd.api+json' },
    data: {
      data: {
        type: 'users',
        attributes: { email, password, password_confirmation: password, preferred_language: language },
      },
    },
  });
  const { access, refresh } = (await answer.json()) as { access: string; refresh: string };
  const url = new URL(answer.url()).origin;
  await context.addCookies([
    { name: accessCookie, value: access, url },
    { name: refreshCookie, value: refresh, url },
  ]);
}

/** Any token that ended long ago: what the browser finds when it wakes from sleep. */
function endedToken(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sub: 'x', exp: 1 })}.x`;
}

test('tabs of a guest show one cart', async ({ page, context, language, say }) => {
  const other = await context.newPage();
  await other.goto(`/${language}/kurse`);
  await page.goto(`/${language}${mathematics}`);
  await buyButton(page, say).click();
  await expectCount(page, say, 1);
  await expectCount(other, say, 1);

  await other.goto(`/${language}${piano}`);
  await buyButton(other, say).click();
  await expectCount(other, say, 2);
  await expectCount(page, say, 2);
});

test('the cookies of a session and a known device are for the whole site and this site only', async ({
  page,
  context,
  language,
  say,
}) => {
  await page.goto(`/${language}/auth/login`);
  await page.getByLabel(say('auth', 'login.email')).fill('lernende@meisterhand.example');
  await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill('meisterhand-demo');
  await page
    .getByRole('main')
    .getByRole('button', { name: say('auth', 'login.submit') })
    .click();
  await expect.poll(async () => (await authCookies(context)).length).toBe(3);
  for (const cookie of await authCookies(context)) {
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false });
    // Browsers cap two years at 400 days.
    expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(399 * 86_400);
  }
});

async function authCookies(context: BrowserContext) {
  return (await context.cookies()).filter(({ name }) => name.startsWith('_auth'));
}

test('tabs of a learner refresh an ended token once', async ({ page, context, language, say }) => {
  await arriveAsLearner(context, page, language);
  const other = await context.newPage();
  const tabs = [page, other];
  await page.goto(`/${language}${piano}`);
  await other.goto(`/${language}${mathematics}`);
  // The pages have loaded their carts, so nothing but the clicks asks for a token.
  for (const tab of tabs) await tab.waitForLoadState('networkidle');
  const [access] = (await authCookies(context)).filter(({ name }) => name === accessCookie);
  if (access === undefined) throw new Error('The learner has no access cookie');
  const refreshes: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) refreshes.push(request.url());
  });
  // Pages that are fetched ahead are rendered by the server, which would refresh the token itself.
  await context.route(/\.data(\?|$)/, (route) => route.abort());
  await context.addCookies([{ ...access, value: endedToken() }]);
  await Promise.all(tabs.map((tab) => buyButton(tab, say).click()));
  await expect
    .poll(async () => (await authCookies(context)).some(({ value }) => value === endedToken()))
    .toBe(false);
  await page.reload();
  await expectCount(page, say, 2);
  expect(refreshes).toHaveLength(1);
});

test('logging out in one tab logs the others out', async ({ page, context, language, say }) => {
  await arriveAsLearner(context, page, language);
  const other = await context.newPage();
  await other.goto(`/${language}/kurse`);
  await page.goto(`/${language}/kurse`);
  await other.waitForLoadState('networkidle');

  const reloaded = other.waitForEvent('load');
  await logOut(page, say);
  await reloaded;
  expect(await authCookies(context)).toEqual([]);
});

async function logOut(page: Page, say: Say): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.getByRole('button', { name: say('menu', 'account_label') }).click();
  await page.getByRole('button', { name: say('menu', 'log_out') }).click();
}
