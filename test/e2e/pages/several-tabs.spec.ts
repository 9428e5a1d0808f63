import type { BrowserContext, Page } from '@playwright/test';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { logIn, logOut } from '#test/e2e/support/log-in.ts';
import { expiredToken } from '#test/e2e/support/new-learner.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import type { Say } from '#test/e2e/support/shop-words.ts';
import { cartButton } from '#test/e2e/support/shopper.ts';

const [piano, mathematics] = ['/kurse/clara-schumann', '/kurse/emmy-noether'];

const buyButton = (page: Page, say: Say) =>
  page.getByRole('button', { name: say('base', 'buy.add'), exact: true }).first();

async function expectCount(page: Page, say: Say, count: number): Promise<void> {
  const key = count === 1 ? 'cart.button_with_one' : 'cart.button_with_other';
  await expect(cartButton(page, say)).toHaveAccessibleName(say('component', key, { count }));
}

/** As in the cookies of a browser whose computer was suspended for a long time. */
const expired = expiredToken('x');

test('several tabs of a learner show the same cart', async ({ page, learner: _, context, language, say }) => {
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

test('the cookies of session and device have the path /, SameSite=Lax and the longest possible lifetime', async ({
  page,
  context,
  language,
  say,
}) => {
  await page.goto(`/${language}/auth/login`);
  await logIn(page, say, 'lernende@meisterhand.example', 'meisterhand-demo');
  await expect.poll(async () => (await authCookies(context)).length).toBe(3);
  for (const cookie of await authCookies(context)) {
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false });
    // Browsers limit the requested lifetime of two years to 400 days.
    expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(399 * 86_400);
  }
});

async function authCookies(context: BrowserContext) {
  return (await context.cookies()).filter(({ name }) => name.startsWith('_auth'));
}

test('several tabs of a learner refresh an expired token only once', async ({
  page,
  learner: _,
  context,
  language,
  say,
}) => {
  // For a prefetched page the server would refresh the token itself. Blocked before the first page is loaded, because
  // later routes do not see the prefetches of a page.
  await context.route(/\.data(\?|$)/, (route) => route.abort());
  const other = await context.newPage();
  const tabs = [page, other];
  await page.goto(`/${language}${piano}`);
  await other.goto(`/${language}${mathematics}`);
  const [access] = (await authCookies(context)).filter(({ name }) => name === accessCookie);
  if (access === undefined) throw new Error('The learner has no access cookie');
  const refreshes: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) refreshes.push(request.url());
  });
  // A page that is still loading its cart may refresh its valid token, and so replace the expired one.
  await expect(async () => {
    refreshes.length = 0;
    await context.addCookies([{ ...access, value: expired }]);
    for (const tab of tabs) await quiet(tab);
    expect((await authCookies(context)).map(({ value }) => value)).toContain(expired);
  }).toPass();
  await Promise.all(tabs.map((tab) => buyButton(tab, say).click()));
  await expect
    .poll(async () => (await authCookies(context)).some(({ value }) => value === expired))
    .toBe(false);
  await page.reload();
  await expectCount(page, say, 2);
  expect(refreshes).toHaveLength(1);
});

test('a logout in one tab logs out the other tabs', async ({ page, learner: _, context, language, say }) => {
  const other = await context.newPage();
  await other.goto(`/${language}/kurse`);
  await page.goto(`/${language}/kurse`);
  await quiet(other);

  const reloaded = other.waitForEvent('load');
  await logOut(page, say);
  await reloaded;
  expect(await authCookies(context)).toEqual([]);
});
