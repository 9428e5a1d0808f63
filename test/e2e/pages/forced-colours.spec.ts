import type { Locator } from '@playwright/test';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test.use({ forcedColors: 'active' });

/** Returns the background of an element, or of one of its pseudo-elements, in the system's colours. */
const paint = (element: Locator, part?: string) =>
  element.first().evaluate((one, pseudo) => getComputedStyle(one, pseudo).backgroundColor, part);

/** Returns the background of the page in the system's colours. */
const canvas = (element: Locator) =>
  element.first().evaluate(() => {
    const probe = document.createElement('p');
    probe.style.backgroundColor = 'Canvas';
    document.body.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });

/** Expects that a chosen element has another background than one that is not, and that its text is readable. */
async function expectMarked(chosen: Locator, other: Locator): Promise<void> {
  await expect(chosen.first()).toBeVisible();
  // Backgrounds change by a transition.
  await expect.poll(() => paint(chosen)).not.toBe(await paint(other));
  const { color, backgroundColor } = await chosen.first().evaluate((one) => {
    const style = getComputedStyle(one);
    return { color: style.color, backgroundColor: style.backgroundColor };
  });
  expect(color).not.toBe(backgroundColor);
}

test('forced colours show the selected tab and page, and the focus', async ({ page, language }) => {
  await page.goto(`/${language}/kurse`);
  const tabs = page.getByRole('main').getByRole('navigation').getByRole('link');
  await expectMarked(
    tabs.and(page.locator('[aria-current]')),
    tabs.and(page.locator(':not([aria-current])')),
  );
  // The arrow of a select is a background picture, which forced colours remove.
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCSS('appearance', 'auto');
  await page.goto(`/${language}/auth/login`);
  const forms = page.getByRole('main').locator('nav a');
  await expectMarked(
    forms.and(page.locator('[aria-current]')),
    forms.and(page.locator(':not([aria-current])')),
  );
  await page.getByRole('textbox').first().focus();
  await expect(page.getByRole('textbox').first()).toHaveCSS('outline-style', 'solid');
});

test('forced colours show progress, position and the sentence that is spoken', async ({
  page,
  learner: _,
  language,
  say,
}) => {
  await page.goto(`/${language}/kurse/clara-schumann/lektion/schumann-eine-taste`);
  const player = page.getByRole('region', { name: say('base', 'lesson.player') });
  const slider = player.getByRole('slider');
  expect(await paint(player.locator('[data-fill]'))).not.toBe(await canvas(player));
  expect(await paint(slider, '::-webkit-slider-thumb')).not.toBe(await canvas(player));
  const sentences = page.getByRole('region', { name: say('base', 'lesson.transcript') }).getByRole('button');
  await sentences.nth(1).click();
  await expect(sentences.nth(1)).toHaveAttribute('aria-current', 'true');
  await expectMarked(sentences.nth(1), sentences.nth(2));
  const lessons = page.getByRole('complementary').getByRole('listitem').getByRole('link');
  await expectMarked(
    lessons.and(page.locator('[aria-current]')),
    lessons.and(page.locator(':not([aria-current])')),
  );
  const seen = page.getByRole('progressbar').locator('[data-fill]');
  expect(await paint(seen)).not.toBe(await canvas(seen));
});

test('forced colours show step, choices and switches of the checkout and the consent banner', async ({
  page,
  say,
  shopper,
}) => {
  await shopper.fillCart('course-clara-schumann');
  await shopper.goToCheckout();
  const steps = page.getByRole('list', { name: say('checkout', 'steps.label') }).getByRole('listitem');
  await expectMarked(
    steps.and(page.locator('[aria-current]')),
    steps.and(page.locator(':not([aria-current])')),
  );
  await page.getByRole('link', { name: say('menu', 'footer.cookies') }).click();
  const banner = page.getByRole('region', { name: say('component', 'consent.title') });
  const [first, second] = [banner.getByRole('checkbox').nth(0), banner.getByRole('checkbox').nth(1)];
  await first.check();
  expect(await paint(first)).not.toBe(await paint(second));
});
