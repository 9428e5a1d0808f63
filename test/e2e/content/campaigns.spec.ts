import type { Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

/** 79.00 euros less 15 per cent, in cents. */
const offerPrice = 6_715;

/** Expects a landing page without the parts that it hides (docs/behaviour/navigation-and-layout.md#hidden-parts). */
async function expectReducedLayout(page: Page): Promise<void> {
  await expect(page.locator('header nav')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /^noindex/);
}

test('running campaigns are listed on the home page and link to their own pages', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}`);
  const running = page.getByRole('region', { name: say('base', 'campaigns.title') });
  await expect(running.getByRole('listitem')).toHaveCount(4);
  await running.getByRole('link', { name: say('base', 'campaigns.all') }).click();
  await expect(page).toHaveURL(new RegExp(`/${language}/angebote$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('base', 'campaigns.angebote.title'));
  const offers = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(offers).toHaveCount(2);
  await offers.last().click();
  await expect(page).toHaveURL(new RegExp(`/${language}/angebote/werkbank$`));
  await expect(page.getByRole('button', { name: say('base', 'campaign.take') })).toBeVisible();

  await page.goto(`/${language}/specials`);
  await page.getByRole('main').getByRole('listitem').getByRole('link').last().click();
  await expect(page).toHaveURL(new RegExp(`/${language}/specials/winterlos$`));
});

test('a guest takes an offer with a new account; a wrong password changes nothing', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}/angebote/herbst`);
  await page.locator('summary', { hasText: say('base', 'campaign.account') }).click();
  const form = page.getByRole('form', { name: say('base', 'campaign.account') });
  const enter = async (email: string, password: string) => {
    await form.getByLabel(say('auth', 'login.email')).fill(email);
    await form.getByLabel(say('auth', 'login.password'), { exact: true }).fill(password);
    await form.getByRole('button', { name: say('base', 'campaign.account_submit') }).click();
  };
  await expectNoViolations(page);
  await enter('lernende@meisterhand.example', 'nicht dieses Passwort');
  await expect(form).toContainText(say('auth', 'login.wrong'));
  await enter(`herbst-${language}@example.org`, 'drei Äpfel im Regal');
  await expect(page.getByRole('status').filter({ hasText: 'HERBST' })).toContainText(
    say('base', 'campaign.taken_title'),
  );
  await expect(form).toBeHidden();
  await page.reload();
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: say('base', 'buy.to_checkout') })
      .first(),
  ).toBeVisible();
});

test('one button puts an offer with its coupon into the cart, and the checkout has the offer’s price', {
  tag: '@phone',
}, async ({ page, language, say, shopper }) => {
  await page.goto(`/${language}/angebote/herbst`);
  await expectReducedLayout(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.getByRole('button', { name: say('base', 'campaign.take') }).click();
  await expect(page.getByRole('status').filter({ hasText: 'HERBST' })).toContainText(
    say('base', 'campaign.taken_title'),
  );
  await expectNoViolations(page);

  // The coupon is still applied after a reload, so the page shows a link to the checkout.
  await page.reload();
  await page
    .getByRole('main')
    .getByRole('link', { name: say('base', 'buy.to_checkout') })
    .click();
  await expect(shopper.summary()).toContainText(shopper.price(offerPrice));
});

test('a visitor takes part in a giveaway', async ({ page, language, say }, info) => {
  const words = (key: string, values = {}) => say('base', `campaign.${key}`, values);
  await page.goto(`/${language}/specials/winterlos`);
  await expectReducedLayout(page);
  const main = page.getByRole('main');
  const email = main.getByLabel(say('component', 'newsletter.email'));
  const enter = main.getByRole('button', { name: words('enter') });
  await enter.click();
  await expect(email).toBeFocused();
  await expect(main).toContainText(say('component', 'newsletter.email_missing'));
  await expectNoViolations(page);

  const address = `los-${info.project.name}@meisterhand.example`;
  await email.fill(address);
  await enter.click();
  await expect(main.getByRole('status')).toContainText(words('entered', { email: address }));
  await expectNoViolations(page);
});

test('a campaign is available only under its own path', async ({ page, language }) => {
  const elsewhere = await page.goto(`/${language}/specials/herbst`);
  expect(elsewhere?.status()).toBe(404);
});
