import { timings } from '#core/rules/content/layout.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { waitUntilReady } from '#test/e2e/support/open-page.ts';
import { recordRequests } from '#test/e2e/support/record-requests.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { shopWords } from '#test/e2e/support/shop-words.ts';

test('the footer links to the social media profiles and shows the current year', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}`);
  const footer = page.getByRole('contentinfo');
  const elsewhere = footer.getByRole('navigation', {
    name: say('menu', 'footer.elsewhere_label', { name: 'Meisterhand' }),
  });
  const links = await elsewhere.getByRole('link').all();
  expect(links.length).toBeGreaterThan(1);
  const site = new URL(page.url()).host;
  for (const link of links) {
    const address = new URL((await link.getAttribute('href')) ?? '');
    expect(address.protocol).toBe('https:');
    expect(address.host).not.toBe(site);
  }
  await expect(footer).toContainText(`© ${new Date().getFullYear()} `);
});

for (const route of ['', '/redeem']) {
  test(`in the footer of ${route || 'the home page'} only the link to the withdrawal is framed and bold`, async ({
    page,
    language,
    say,
  }) => {
    await page.goto(`/${language}${route}`);
    const footer = page.getByRole('contentinfo');
    await expect(
      footer.getByRole('link', { name: say('menu', 'link.withdrawal'), exact: true }),
    ).toBeVisible();
    const emphasised = () =>
      footer.getByRole('link').evaluateAll((all) =>
        all
          .map((link) => {
            const { borderTopWidth, borderTopStyle, borderTopColor, fontWeight } = getComputedStyle(link);
            const isSeen = borderTopStyle === 'solid' && borderTopColor !== 'rgba(0, 0, 0, 0)';
            const isFramed = isSeen && Number.parseFloat(borderTopWidth) >= 1;
            return { name: link.textContent, isFramed, isBold: Number(fontWeight) > 500 };
          })
          .filter(({ isFramed, isBold }) => isFramed || isBold),
      );
    // The frames of other links fade out while the page loads.
    await expect
      .poll(emphasised)
      .toEqual([{ name: say('menu', 'link.withdrawal'), isFramed: true, isBold: true }]);
  });
}

test('the layout’s padding is calculated again 2200 ms after it was set', async ({ page, language, say }) => {
  await page.clock.install();
  await page.goto(`/${language}`);
  await waitUntilReady(page, say);
  const padding = () =>
    page.evaluate(() => document.documentElement.style.getPropertyValue('--layout-padding'));
  // From here on the test advances the clock. Closing the bar measures the layout at the next frame and again later.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await expect.poll(padding).toMatch(/^\d\d+px$/);
  const before = await padding();
  await page.getByRole('button', { name: say('menu', 'announcement.close') }).click();
  await expect(page.getByRole('region', { name: say('menu', 'announcement.label') })).toBeHidden();
  await expect.poll(padding).not.toBe(before);
  await page.evaluate(() => document.documentElement.style.setProperty('--layout-padding', '1px'));
  await page.clock.runFor(timings.layoutPaddingRecalculation - 10);
  expect(await padding()).toBe('1px');
  await page.clock.runFor(20);
  expect(await padding()).toMatch(/^\d\d+px$/);
});

test('on a phone the login is a dialog with a contact form, which the menu opens', { tag: '@phone' }, async ({
  page,
}) => {
  // Only German pages have this dialog.
  const say = shopWords('de');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/de/kurse');
  const burger = page.getByRole('button', { name: say('menu', 'open'), exact: true });
  await burger.click();
  await page
    .getByRole('dialog', { name: say('menu', 'title'), exact: true })
    .getByRole('link', { name: say('menu', 'chat.open') })
    .click();
  const modal = page.getByRole('dialog', { name: say('menu', 'chat.title') });
  await modal.getByRole('button', { name: say('menu', 'chat.write') }).click();
  await expect(modal.getByLabel(say('base', 'contact.message'))).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(burger).toBeFocused();
});

test('the login is a dialog with a contact form in German, and a page in English', async ({
  page,
  language,
  say,
}) => {
  const dialogFiles = recordRequests(page, /chat-dialog/);
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto(`/${language}/kurse`);
  await waitUntilReady(page, say);
  const opener = page
    .getByRole('banner')
    .getByRole('link', { name: say('menu', language === 'de' ? 'chat.open' : 'log_in'), exact: true });
  const modal = page.getByRole('dialog', { name: say('menu', 'chat.title') });
  expect(dialogFiles).toEqual([]);
  await opener.click();

  if (language !== 'de') {
    await expect(page).toHaveURL(/\/auth\/login\?returnTo=/);
    await expect(modal).toHaveCount(0);
    expect(dialogFiles).toEqual([]);
    return;
  }
  await expect(modal).toBeVisible();
  await expectNoViolations(page);
  await modal.getByRole('button', { name: say('menu', 'chat.write') }).click();
  await expect(modal.getByLabel(say('base', 'contact.message'))).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a guest who logs in by the dialog or the login page returns to the page before it', async ({
  page,
  learner,
  context,
  language,
  say,
}) => {
  await context.clearCookies({ name: /^_auth/ });
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto(`/${language}/kurse?sort=title`);
  await waitUntilReady(page, say);
  await page
    .getByRole('banner')
    .getByRole('link', { name: say('menu', language === 'de' ? 'chat.open' : 'log_in'), exact: true })
    .click();
  const modal =
    language === 'de'
      ? page.getByRole('dialog', { name: say('menu', 'chat.title') })
      : page.getByRole('main');
  await modal.getByLabel(say('auth', 'login.email')).fill(learner.email);
  await modal.getByLabel(say('auth', 'login.password'), { exact: true }).fill(learner.password);
  await modal
    .getByRole('button', { name: say('auth', 'login.submit'), exact: true })
    .last()
    .click();
  await expect(
    page
      .getByRole('banner')
      .getByRole('button', { name: say('menu', 'account_label', { name: learner.name }) }),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/${language}/kurse\\?sort=title$`));
  await expect(page.getByRole('main')).toBeFocused();
});
