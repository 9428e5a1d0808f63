import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('the help button opens a form, and the receipt of a message is confirmed by mail', async ({
  page,
  language,
  say,
}, info) => {
  await page.goto(`/${language}/preise`);
  await page
    .getByRole('complementary', { name: say('menu', 'help') })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(new RegExp(`/${language}/kontakt$`));
  const send = page.getByRole('button', { name: say('base', 'contact.send') });
  await send.click();
  await expect(page.getByLabel(say('base', 'contact.name'))).toBeFocused();
  await expectNoViolations(page);
  const email = `fragt-${info.project.name}@meisterhand.example`;
  await page.getByLabel(say('base', 'contact.name')).fill('Ada Kern');
  await page.getByLabel(say('base', 'contact.email')).fill(email);
  await page.getByLabel(say('base', 'contact.about')).selectOption('gift');
  await page.getByLabel(say('base', 'contact.message')).fill('Kommt der Gutschein noch heute?');
  await send.click();
  await expect(page.getByText(say('base', 'contact.sent_title'))).toBeVisible();
  await mailWith(email, '');
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

test('the help button is hidden on course pages only', async ({ page, language, say }) => {
  const help = page.getByRole('complementary', { name: say('menu', 'help') }).getByRole('link');
  await page.goto(`/${language}/kurse/clara-schumann`);
  await expect(help).toHaveCount(0);
  await page.goto(`/${language}/geschenke`);
  await expect(help).toBeVisible();
});
