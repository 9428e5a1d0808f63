import type { Request } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { register } from '#test/e2e/support/new-learner.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail, vienna } from '#test/e2e/support/shopper.ts';

test('typed input of a guest stays in the tab, under the help dialog and with a registered e-mail address', async ({
  page,
  context,
  request,
  language,
  say,
  shopper,
}, info) => {
  const known = freshEmail(`bekannt-${info.project.name}`);
  const password = 'fünf Kirschen am Ohr';
  await register(request, { email: known, password });
  const email = page.getByLabel(say('checkout', 'address.contact'));
  const street = page.getByLabel(language === 'de' ? 'Straße' : say('form', 'Straße'), { exact: true });
  await shopper.fillCart('course-clara-schumann');
  await shopper.goToCheckout();
  await page.getByRole('checkbox', { name: say('checkout', 'address.with_address') }).check();
  await shopper.fillEmail('johanna@exam');
  await shopper.fillAddress(vienna);

  await test.step('help opens over the form', async () => {
    await page
      .getByRole('complementary', { name: say('menu', 'help') })
      .getByRole('link')
      .click();
    const help = page.getByRole('dialog', { name: say('menu', 'help') });
    await expect(help.getByLabel(say('base', 'contact.message'))).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(street).toHaveValue(vienna.street);
  });

  await test.step('after a reload, and after a visit to the home page, the input is there again', async () => {
    await page.reload();
    await expect(email).toHaveValue('johanna@exam');
    await expect(street).toHaveValue(vienna.street);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/${language}$`));
    await shopper.goToCheckout();
    await expect(street).toHaveValue(vienna.street);
    const other = await context.newPage();
    await other.goto(`/${language}/checkout/shop?dialog=address`);
    await expect(other.getByLabel(say('checkout', 'address.contact'))).toHaveValue('');
    await other.close();
  });

  await test.step('a registered e-mail address changes neither form nor focus until the form is sent', async () => {
    const login = page.getByRole('heading', { name: say('checkout', 'account.title') });
    const unknown = freshEmail(`unbekannt-${info.project.name}`);
    const released = Promise.withResolvers<void>();
    const isCheckOf = (address: string) => (request: Request) =>
      request.url().endsWith('/accounts/check') && (request.postData() ?? '').includes(address);
    await page.route('**/accounts/check', async (route) => {
      if (isCheckOf(unknown)(route.request())) await released.promise;
      await route.continue();
    });
    await email.fill(unknown);
    await street.focus();
    await email.fill(known);
    await street.focus();
    await expect(login).toBeVisible();
    await expect(street).toBeFocused();
    const late = page.waitForResponse((response) => isCheckOf(unknown)(response.request()));
    released.resolve();
    await late;
    await quiet(page);
    await expect(login, 'after the answer about an earlier address').toBeVisible();
    await expectNoViolations(page);
    await email.fill(freshEmail(info.project.name));
    await expect(login).toBeHidden();
    await email.fill(known);
    await shopper.fillAddress(vienna);
    await page.getByRole('button', { name: say('checkout', 'address.continue') }).click();
    await expect(login).toBeFocused();
    await page.getByRole('button', { name: say('checkout', 'account.other_email') }).click();
    await expect(email).toBeFocused();
  });

  await test.step('after the login the step has the focus', async () => {
    await page.getByLabel(say('checkout', 'account.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: say('checkout', 'account.log_in') }).click();
    await expect(page.getByText(say('checkout', 'address.logged_in', { email: known }))).toBeVisible();
    await expect(page.locator('#step-address')).toBeFocused();
  });
});
