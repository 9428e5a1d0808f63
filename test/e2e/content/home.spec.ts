import { expect, test } from '#test/e2e/support/shop-test.ts';

test('the home page links to the membership and to gifts of each kind', async ({ page, language, say }) => {
  await page.goto(`/${language}`);
  const main = page.getByRole('main');
  await expect(main.getByText(language === 'de' ? 'Bleibt Ihnen' : 'Yours to keep')).toBeVisible();

  const gifts = main.getByRole('region', { name: say('base', 'home.gifts.title') });
  const paths = await gifts
    .getByRole('article')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/')[2]));
  expect(paths).toEqual(['geschenke', 'geschenke', 'geschenkboxen']);

  const membership = main.getByRole('region', { name: language === 'de' ? /ganze Jahr/ : /whole year/ });
  await expect(membership.getByText(say('base', 'ticket.all_courses'), { exact: true })).toBeVisible();
  await membership.getByRole('link', { name: say('base', 'home.membership.link') }).click();
  await expect(page).toHaveURL(new RegExp(`/${language}/masterpass$`));
});

test('the lines of the hero are animated once the page is interactive, except with reduced motion', async ({
  page,
  language,
}) => {
  await page.goto(`/${language}`);
  const line = page.locator('main svg path[pathLength]').first();
  const animation = () => line.evaluate((path) => getComputedStyle(path).animationName);
  expect(await animation()).toMatch(/draw-line/);
  await page.evaluate(() => delete document.documentElement.dataset.works);
  expect(await animation(), 'before the page works').toBe('none');
  await page.evaluate(() => {
    document.documentElement.dataset.works = '';
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animation()).toBe('none');
});
