import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { newOperator, sideways } from '#test/e2e/support/new-operator.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('an owner brings products of another shop: half a file changes nothing, a whole one becomes drafts', async ({
  page,
  request,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOfficeMore', key, values);
  const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
  const status = page.getByRole('status').filter({ hasText: /\S/ });
  const slug = `winkel-${process.hrtime.bigint()}`;
  await newOperator(page.request, 'owner');
  await page.goto('/verwaltung/catalogue', { waitUntil: 'load' });
  await page.getByRole('link', { name: sayIn('backOffice', 'catalogue.import') }).click();
  const file = page.locator('input[type=file]');
  const csv = (text: string) => ({
    name: 'p.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  });
  await file.setInputFiles(csv(`Handle;Title;Variant Price\r\n${slug};Wink\xE4l;14,50\r\nhalb;H`));
  await expect(status).toHaveText(say('imports.isRefused_one'));
  await expect(page.getByRole('row').filter({ hasText: say('imports.cures.cells') })).toContainText(
    'Variant Price',
  );
  await expect(button('imports.apply')).toBeHidden();
  await expectNoViolations(page);
  expect(await sideways(page)).toBe(0);
  await file.setInputFiles(csv(`Handle;Title;Variant Price\r\n${slug};Wink\xE4l;14,50\r\n`));
  await expect(status).toHaveText(say('imports.isSeen'));
  await expect(page.getByRole('row').filter({ hasText: 'Winkäl' })).toContainText(say('imports.states.new'));
  await button('imports.apply').click();
  await expect(status).toHaveText(say('imports.isApplied'));
  await page.goto(`/verwaltung/catalogue/gift_box/${slug}`, { waitUntil: 'load' });
  await expect(page.locator('[id="field-price_cents"]')).toHaveValue(/14[,.]50/);
  expect((await request.get(`/de/geschenkboxen/${slug}`)).status()).toBe(404);

  await page.goto('/verwaltung/customers', { waitUntil: 'load' });
  await page.getByRole('link', { name: sayIn('backOffice', 'customers.import') }).click();
  await expect(page.getByRole('heading', { level: 1, name: say('imports.customers') })).toBeVisible();
});

test('an owner sets what a partner gets, and finds the report of it', async ({ page, say: sayIn }) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOfficeMore', key, values);
  const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
  await newOperator(page.request, 'owner');
  await page.goto('/verwaltung/provisions', { waitUntil: 'load' });
  await expect(
    page.getByRole('heading', { level: 1, name: sayIn('backOffice', 'places.provisions') }),
  ).toBeVisible();
  await expectNoViolations(page);
  expect(await sideways(page)).toBe(0);
  const saved = page.waitForEvent('download');
  await button('provisions.export').click();
  expect((await saved).suggestedFilename()).toBe('provisions.csv');
  await page.getByRole('link', { name: say('provisions.rates') }).click();
  await button('provisions.set').click();
  const dialog = page.getByRole('dialog');
  const subject = `NORA${process.hrtime.bigint()}`;
  await dialog.getByLabel(say('provisions.partner')).fill(subject);
  await dialog.getByLabel(say('provisions.percent')).fill('12,5');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: say('provisions.set') }).click();
  await expect(page.getByRole('listitem').filter({ hasText: subject })).toContainText(/12[,.]5/);
  await expectNoViolations(page);
});

test('an editor writes what a mail says, sees it, sends it to herself, and goes back to the file', async ({
  page,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOfficeMore', key, values);
  const button = (key: string, values?: Record<string, string>) =>
    page.getByRole('button', { name: say(key, values), exact: true });
  const status = page.getByRole('status').filter({ hasText: /\S/ });
  const { email } = await newOperator(page.request, 'editor');
  await page.goto('/verwaltung/mail-texts', { waitUntil: 'load' });
  await page.getByRole('link', { name: sayIn('backOffice', 'names.mail.reset_password') }).click();
  const language = sayIn('backOffice', 'languages.de');
  const intro = page.getByRole('textbox', { name: `${say('names.mailTextKey.intro')} (${language})` });
  const unique = `Einleitung ${process.hrtime.bigint()}`;
  await intro.fill(`${unique} {{niemand}}`);
  await button('mailTexts.publish').click();
  await expect(status).toHaveText(say('mailTexts.isFaulty'));
  await expect(
    page.getByText(say('mailTexts.faults.unknown_placeholder', { name: 'niemand' })),
  ).toBeVisible();
  await expectNoViolations(page);
  expect(await sideways(page)).toBe(0);
  await intro.fill(unique);
  await button('mailTexts.save').click();
  await expect(status).toHaveText(say('mailTexts.isSaved'));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: say('mailTexts.preview', { language }) }).click();
  const preview = await opened;
  await expect(preview.getByText(unique).first()).toBeVisible();
  await preview.close();
  await button('mailTexts.try', { language }).click();
  await expect(status).toHaveText(say('mailTexts.isSent'));
  await mailWith(email, unique);
  await button('mailTexts.reset').click();
  await expect(status).toHaveText(say('mailTexts.isPublished'));
  await expect(intro).not.toHaveValue(unique);
  await expectNoViolations(page);
});
