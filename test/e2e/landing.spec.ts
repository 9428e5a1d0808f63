import type { Page } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { expect, test } from './support/shop-test.ts';

/** What a landing page keeps away from (specification §2). */
async function expectQuietFrame(page: Page): Promise<void> {
  await expect(page.locator('header nav')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /^noindex/);
}

test('one button puts an offer into the cart with its coupon, and the checkout knows of it', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}/angebote/herbst`);
  await expectQuietFrame(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: say('base', 'campaign.take') }).click();
  await expect(page.getByRole('status').filter({ hasText: 'HERBST' })).toContainText(
    say('base', 'campaign.taken_title'),
  );
  await expectNoViolations(page);

  // The offer is still taken after a reload, so the button leads on.
  await page.reload();
  await page
    .getByRole('main')
    .getByRole('link', { name: say('base', 'buy.to_checkout') })
    .click();
  await expect(page).toHaveURL(new RegExp(`/${language}/checkout/shop\\?dialog=address`));
  // 79.00 less 15 per cent.
  await expect(
    page
      .getByRole('main')
      .getByText({ de: /67,15/, en: /67\.15/ }[language])
      .first(),
  ).toBeAttached();
});

test('two courses of an offer lie in the cart together', async ({ page, language, say }) => {
  await page.goto(`/${language}/specials/auge-und-hand`);
  await page.getByRole('button', { name: say('base', 'campaign.take') }).click();
  await expect(page.getByRole('status').filter({ hasText: 'WILLKOMMEN10' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: say('base', 'buy.to_checkout') })
    .click();
  await expect(page).toHaveURL(new RegExp(`/${language}/checkout/shop`));
  // Both for 149.00 instead of 178.00, less 10 per cent.
  await expect(
    page
      .getByRole('main')
      .getByText({ de: /134,10/, en: /134\.10/ }[language])
      .first(),
  ).toBeAttached();
});

test('a visitor takes part in a giveaway', async ({ page, language, say }, info) => {
  const words = (key: string, values = {}) => say('base', `campaign.${key}`, values);
  await page.goto(`/${language}/specials/winterlos`);
  await expectQuietFrame(page);
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

test('a campaign stands under its own path only', async ({ page, language }) => {
  const elsewhere = await page.goto(`/${language}/specials/herbst`);
  expect(elsewhere?.status()).toBe(404);
});
