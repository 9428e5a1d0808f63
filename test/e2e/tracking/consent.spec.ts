import type { Page } from '@playwright/test';
import { noConsent, parseConsent, serialiseConsent } from '#core/rules/tracking/consent.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { answerServices } from '#test/e2e/support/analytics-services.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

const words = {
  'de-DE': {
    home: '/de',
    title: 'Ihre Wahl',
    all: 'Alles erlauben',
    none: 'Nur das Nötige',
    choose: 'Einzeln wählen',
    statistics: /^Statistik/,
    save: 'Auswahl speichern',
    settings: 'Cookie-Einstellungen',
  },
  'en-GB': {
    home: '/en',
    title: 'Your choice',
    all: 'Allow everything',
    none: 'Necessary only',
    choose: 'Choose one by one',
    statistics: /^Statistics/,
    save: 'Save choice',
    settings: 'Cookie settings',
  },
} as const;

const wordsOf = (locale: string | undefined) => words[locale as keyof typeof words];

async function readConsent(page: Page) {
  const cookies = await page.context().cookies();
  return parseConsent(cookies.find(({ name }) => name === 'CookieConsent')?.value ?? null);
}

test.use({ storageState: { cookies: [], origins: [] } });

test.beforeEach(async ({ context }) => {
  await answerServices(context);
});

test('the server renders the banner, it is shown once, and one press refuses consent', async ({
  page,
  locale,
}) => {
  const t = wordsOf(locale);
  const html = await (await page.request.get(`${t.home}?utm_source=brief`)).text();
  expect(html).toContain(t.title);
  await page.goto(`${t.home}?utm_source=brief`);
  const banner = page.getByRole('region', { name: t.title });
  await expect(banner).toBeVisible();
  const box = await banner.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect((box?.width ?? 0) * (box?.height ?? 0)).toBeLessThan((width * height) / 4);
  await banner.getByRole('button', { name: t.none }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  expect(await readConsent(page)).toEqual({ ...noConsent, isDecided: true });
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('utm_source');
  await page.reload();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(banner).toBeHidden();
});

test('the traffic source is stored only with marketing consent, and deleted when consent is withdrawn', {
  tag: '@desktop',
}, async ({ page, locale }) => {
  const t = wordsOf(locale);
  await page.goto(`${t.home}?utm_source=brief&utm_medium=post`);
  const banner = page.getByRole('region', { name: t.title });
  await expect(banner).toBeVisible();
  await expectNoViolations(page);
  await banner.getByRole('button', { name: t.all }).click();
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'utm_source')?.value)
    .toBe('brief');

  await page.getByRole('link', { name: t.settings }).click();
  await expect(banner.getByRole('heading')).toBeFocused();
  await expect(banner.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await banner.getByRole('button', { name: t.none }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('link', { name: t.settings })).toBeFocused();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain('utm_source');
});

test('each purpose can be selected separately with the keyboard', async ({ page, locale }) => {
  const t = wordsOf(locale);
  await page.goto(t.home);
  const banner = page.getByRole('region', { name: t.title });
  const statistics = banner.getByRole('checkbox', { name: t.statistics });
  await banner.getByRole('button', { name: t.choose }).press('Enter');
  await expect(statistics).toBeVisible();
  await statistics.press('Space');
  await expectNoViolations(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await expect
    .poll(() => banner.evaluate((element) => [getComputedStyle(element).fontSize, element.scrollWidth]))
    .toEqual(['32px', 320]);
  await banner.getByRole('button', { name: t.save }).press('Enter');
  await expect(banner).toBeHidden();
  expect(await readConsent(page)).toEqual({
    isDecided: true,
    preferences: false,
    statistics: true,
    marketing: false,
  });
});

test.describe('before the page’s modules arrive', () => {
  test.use({ toleratedFault: /Failed to fetch dynamically imported module/ });

  test('the traffic source is kept although no script of the first page loads', async ({
    page,
    context,
    locale,
  }) => {
    const t = wordsOf(locale);
    const scripts = /\/assets\/.*\.js/;
    const address = `${t.home}?utm_source=brief&aff=PARTNER&ref=FREUND`;
    const stored = async () => ({
      utm: (await context.cookies()).find(({ name }) => name === 'utm_source')?.value,
      storage: await page.evaluate(() => [sessionStorage.getItem('aff'), sessionStorage.getItem('arrival')]),
    });
    await page.route(scripts, (route) => route.abort());
    await page.goto(address, { waitUntil: 'load' });
    expect(await stored()).toEqual({ utm: undefined, storage: [null, null] });
    const link = page.locator(`main a[href^="${t.home}/"]`).first();
    await link.click();
    await expect(page).toHaveURL(/utm_source=brief&aff=PARTNER&ref=FREUND/);

    await context.addCookies([
      {
        name: 'CookieConsent',
        value: serialiseConsent(
          { preferences: false, statistics: false, marketing: true },
          'a-stamp',
          Date.now(),
        ),
        url: new URL('/', page.url()).href,
      },
    ]);
    await page.goto(address, { waitUntil: 'load' });
    await link.click();
    await expect(page).not.toHaveURL(/utm_source/);
    await page.unroute(scripts);
    await page.reload();
    await expect.poll(stored).toEqual({ utm: 'brief', storage: ['PARTNER', null] });
  });
});

test('with consent to preferences a course page lists the courses viewed before; withdrawing deletes the list', async ({
  page,
  language,
  say,
}) => {
  const { title, choose, save, settings } = words[language === 'de' ? 'de-DE' : 'en-GB'];
  const banner = page.getByRole('region', { name: title });
  const viewed = page.getByRole('region', { name: say('component', 'viewed.title') });
  const decide = async (isAllowed: boolean) => {
    // The cookie settings show the purposes at once.
    if (isAllowed) await banner.getByRole('button', { name: choose }).click();
    const box = banner.getByRole('checkbox', { name: /^(?:Vorlieben|Preferences)/ });
    await box.setChecked(isAllowed);
    await banner.getByRole('button', { name: save }).click();
    await expect(banner).toBeHidden();
  };
  await page.goto(`/${language}/kurse/emmy-noether`);
  await decide(true);
  for (const slug of ['bertha-benz', 'clara-schumann', 'emmy-noether']) {
    await page.goto(`/${language}/kurse/${slug}`);
    const stored = () => page.evaluate(() => localStorage.getItem('viewed_products') ?? '');
    await expect.poll(stored).toContain(slug);
  }
  await expect(viewed.getByRole('link', { name: 'Clara Schumann' })).toBeVisible();
  await expect(viewed.getByRole('link').first()).toHaveAttribute('href', `/${language}/kurse/clara-schumann`);
  await expect(viewed.getByRole('link')).toHaveCount(2);
  await expectNoViolations(page);
  await page.getByRole('link', { name: settings }).click();
  await decide(false);
  await expect(viewed).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('viewed_products'))).toBeNull();
});
