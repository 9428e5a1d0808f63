import type { Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

/** Milliseconds after which the popup is shown. */
const pastPopup = 7_000;

/** Locates the popup of the course list. */
const popupOn = (page: Page, language: 'de' | 'en') =>
  page.getByRole('complementary', {
    name: { de: 'Die erste Lektion ist frei', en: 'The first lesson is free' }[language],
  });

test(
  'a guest subscribes to the newsletter and receives a link to confirm; on other pages a popup appears after a delay',
  { tag: '@desktop' },
  async ({ page, language, say }, info) => {
    const words = (key: string, values = {}) => say('component', `newsletter.${key}`, values);
    await page.goto(`/${language}`);
    const box = page.getByRole('region', {
      name: { de: 'Post aus der Werkstatt', en: 'Letters from the workshop' }[language],
    });
    await box.scrollIntoViewIfNeeded();
    const email = box.getByLabel(words('email'));
    const send = box.getByRole('button', { name: { de: 'Anmelden', en: 'Subscribe' }[language] });

    await send.click();
    await expect(email).toBeFocused();
    await expect(box).toContainText(words('email_missing'));
    await expect(box).toContainText(words('consent_missing'));
    await email.fill('niemand@');
    await send.click();
    await expect(box).toContainText(words('email_wrong'));

    const address = `liest-${info.project.name}@meisterhand.example`;
    await email.fill(address);
    await box.getByRole('checkbox').check();
    await send.click();
    await expect(box.getByRole('status')).toContainText(words('sent_title'));
    await expect(box.getByRole('status')).toBeFocused();
    await mailWith(address, 'newsletter/bestaetigen#token=');

    await page.clock.install();
    await page.goto(`/${language}/kurse`);
    const popup = popupOn(page, language);
    await expect(popup).toHaveCount(0);
    await page.clock.fastForward(pastPopup);
    await expect(popup).toBeVisible();
    await popup.getByRole('button', { name: say('component', 'popup.close') }).click();
    await expect(popup).toHaveCount(0);
  },
);

test('a popup appears after a delay, does not take focus, and stays closed', async ({
  page,
  language,
  say,
}) => {
  await page.clock.install();
  await page.goto(`/${language}/kurse`);
  const popup = popupOn(page, language);
  await page.clock.fastForward(pastPopup);
  await expect(popup).toBeVisible();
  await expect(popup.locator(':focus')).toHaveCount(0);
  await expect(popup.getByRole('link')).toHaveAttribute('href', /\/kurse\/[a-z-]+\/lektion\//);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await popup.boundingBox();
  // It covers little of the list.
  expect(((box?.width ?? width) * (box?.height ?? height)) / (width * height)).toBeLessThan(0.12);
  await expectNoViolations(page);
  await page.getByRole('button', { name: say('menu', 'search') }).focus();
  await expect(popup).toHaveCSS('pointer-events', 'none');
  // It covers no filter that is open.
  const filter = page.locator('main summary').filter({ hasText: say('base', 'courses.filter') });
  await filter.click();
  await expect(popup).toHaveCSS('pointer-events', 'none');
  await expect(popup).toHaveCSS('opacity', '0');
  await filter.click();
  await expect(popup).toHaveCSS('opacity', '1');
  await popup.getByRole('button', { name: say('component', 'popup.close') }).press('Escape');
  await expect(popup).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();

  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  const requested = page.waitForResponse('**/api/contents/popup?*');
  await page.clock.fastForward(pastPopup);
  await requested;
  await expect(popup).toHaveCount(0);
});
