import { expect, test } from '#test/e2e/support/shop-test.ts';

test('the home page plays the trailer of its opening and leads to the membership and to a gift of each kind', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}`);
  const main = page.getByRole('main');
  await expect(main.getByText(language === 'de' ? 'Bleibt Ihnen' : 'Yours to keep')).toBeVisible();

  await main.getByRole('button', { name: say('base', 'home.hero.trailer') }).click();
  await expect(page.getByRole('dialog').locator('video source').first()).toHaveAttribute(
    'src',
    /trailer-albrecht-duerer/,
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

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
