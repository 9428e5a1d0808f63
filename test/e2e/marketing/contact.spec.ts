import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test(
  'the receipt of a message is confirmed by mail',
  { tag: '@desktop' },
  async ({ page, language, say }, info) => {
    await page.goto(`/${language}/kontakt`);
    const send = page.getByRole('button', { name: say('base', 'contact.send') });
    await send.click();
    await expect(page.getByLabel(say('base', 'contact.name'))).toBeFocused();
    await expectNoViolations(page);
    const help = page.getByRole('region', { name: say('help', 'title') });
    const question = say('help', 'topic.return.question');
    await help.getByText(question).click();
    await help.getByRole('button', { name: say('help', 'write_of', { question }) }).click();
    await expect(page.getByLabel(say('base', 'contact.message'))).toBeFocused();
    await expect(page.getByLabel(say('base', 'contact.message'))).toHaveValue(`${question}\n\n`);
    await expect(page.getByLabel(say('base', 'contact.about'))).toHaveValue('contract');
    const email = `fragt-${info.project.name}@meisterhand.example`;
    await page.getByLabel(say('base', 'contact.name')).fill('Ada Kern');
    await page.getByLabel(say('base', 'contact.email')).fill(email);
    await page.getByLabel(say('base', 'contact.about')).selectOption('gift');
    await page.getByLabel(say('base', 'contact.message')).fill('Kommt der Gutschein noch heute?');
    await send.click();
    await expect(page.getByText(say('base', 'contact.sent_title'))).toBeVisible();
    await mailWith(email, '');
  },
);

test('the help search shows answers, and its question is copied into the message', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}/kontakt`);
  const help = page.getByRole('region', { name: say('help', 'title') });
  const answers = help.locator('details');
  await expect(answers).toHaveCount(7);
  const search = help.getByRole('searchbox');
  await search.fill(language === 'de' ? 'rechn' : 'invoi');
  await expect(answers).toHaveCount(1);
  await answers.first().locator('summary').press('Enter');
  const link = answers.first().getByRole('link', { name: say('help', 'topic.invoice.link') });
  await expect(link).toHaveAttribute('href', `/${language}/bestellung`);
  await expectNoViolations(page);

  await search.fill('Zebrastreifen');
  await expect(help.getByRole('status')).toHaveText(say('help', 'none'));
  await help.getByRole('button', { name: say('help', 'write'), exact: true }).click();
  const message = page.getByLabel(say('base', 'contact.message'));
  await expect(message).toBeFocused();
  await expect(message).toHaveValue('Zebrastreifen\n\n');
  // Another question replaces a copied one, but never typed text.
  await search.fill('');
  const write = (key: string) =>
    help.getByRole('button', {
      name: say('help', 'write_of', { question: say('help', `topic.${key}.question`) }),
    });
  await answers.nth(3).locator('summary').click();
  await write('cancel').click();
  await expect(message).toHaveValue(`${say('help', 'topic.cancel.question')}\n\n`);
  await expect(page.getByLabel(say('base', 'contact.about'))).toHaveValue('contract');
  await message.fill('Meine eigene Frage.');
  await answers.nth(1).locator('summary').click();
  await write('gift').click();
  await expect(message).toBeFocused();
  await expect(message).toHaveValue('Meine eigene Frage.');
});

test('the questions page has answers with links to the pages they mention', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}/faqs`);
  await expectNoViolations(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('base', 'redeem.title') })
    .click();
  await expect(page).toHaveURL(new RegExp(`/${language}/redeem$`));
});

test('on a phone the help button floats only where it covers no bar or control, and while no field has the focus', async ({
  page,
  language,
  say,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const help = page.getByRole('complementary', { name: say('menu', 'help') }).getByRole('link');
  const isFloating = () => help.evaluate((link) => getComputedStyle(link).position === 'fixed');
  /** Returns the controls in the corner of the window in which the button floats. */
  const covered = () =>
    page.evaluate(() => {
      const steps = [20, 44, 68];
      const points = steps.flatMap((x) => steps.map((y) => [innerWidth - x, innerHeight - y] as const));
      const found = points.flatMap(([x, y]) => document.elementsFromPoint(x, y));
      const help = document.querySelector('[data-floats]');
      return found
        .filter((element) => !help?.contains(element))
        .filter((element) => element.matches('a, button, input, select, textarea, label, summary, aside'))
        .map((element) => element.outerHTML.slice(0, 80));
    });
  await page.goto(`/${language}/geschenke`);
  const seen = new Set<boolean>();
  for (let top = 100; top < 2400; top += 130) {
    await page.mouse.wheel(0, 130);
    await expect
      .poll(async () => (await isFloating()) === ((await covered()).length === 0), { message: `at ${top}` })
      .toBe(true);
    seen.add(await isFloating());
  }
  expect(seen).toEqual(new Set([true, false]));

  await page.goto(`/${language}/kontakt`);
  const message = page.getByLabel(say('base', 'contact.message'));
  await message.click();
  await expect.poll(isFloating).toBe(false);
  await context.clearCookies();
  await page.goto(`/${language}/geschenke`);
  await page.mouse.wheel(0, 300);
  await expect(page.getByRole('region', { name: say('component', 'consent.title') })).toBeVisible();
  await page.waitForFunction(() => scrollY > 0);
  expect(await isFloating()).toBe(false);
  await page.getByRole('button', { name: say('component', 'consent.none') }).click();
});
