import { readFile } from 'node:fs/promises';
import { totpCode } from '#server/operations/team/totp.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { buyBooks } from '#test/e2e/support/buy-books.ts';
import {
  expectNoViolationsOrOverflow,
  newOperator,
  operatorPassword,
  statusWithText,
} from '#test/e2e/support/new-operator.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { readBase32 } from '#test/support/read-base32.ts';
import { readCsv } from '#test/support/read-csv.ts';

test('a bookkeeper finds an invoice and its correction, opens the PDF, and saves the month', async ({
  page,
  request,
  isMobile,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  const code = await buyBooks(request);
  await newOperator(page.request, 'bookkeeper');
  await page.goto('/verwaltung/', { waitUntil: 'load' });
  if (isMobile) await page.getByRole('button', { name: say('shell.menu') }).click();
  await page
    .getByRole('link', { name: say('places.invoices'), exact: true })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: say('places.invoices') })).toBeVisible();
  await expectNoViolationsOrOverflow(page);

  await page.getByLabel(say('invoices.search')).fill(code);
  const rows = page.getByRole('table').last().getByRole('row').filter({ hasText: code });
  await expect(rows).toHaveCount(1);
  const totals = page.getByRole('region', { name: say('invoices.sums') });
  await expect(totals.getByRole('row')).toHaveCount(2);
  await expect(totals).toContainText('7');
  const file = await rows.getByRole('link', { name: /PDF/ }).getAttribute('href');
  const pdf = await page.request.get(file ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  await expectNoViolationsOrOverflow(page);

  // The first month is the current one.
  await page.getByLabel(say('invoices.month')).selectOption({ index: 0 });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: say('invoices.export') }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^invoices-\d{4}-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [head = [], ...documents] = readCsv(text.slice(1), isMobile ? ';' : ',');
  expect(documents.map((row) => row[head.indexOf('order')])).toContain(code);

  await rows.getByRole('link', { name: /^RE-\d{4}-\d{6}$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  await expectNoViolations(page);
});

test('an editor creates and ends a coupon by the command palette', async ({ page, say: sayIn }) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  await newOperator(page.request, 'editor');
  const coupon = `TASTEN-${process.hrtime.bigint()}`;
  await page.goto('/verwaltung/', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const findCommand = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(words);
    await expect(page.getByRole('option').first()).toContainText(words);
  };
  await findCommand(`${say('coupons.new')}: ${say('names.coupon.percent')}`);
  await expectNoViolationsOrOverflow(page);
  await page.keyboard.press('Enter');
  await page.getByLabel(say('coupons.percentOff')).fill('15');
  await page.getByLabel(say('coupons.codes'), { exact: true }).fill(coupon);
  await page.getByRole('button', { name: say('coupons.create'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: coupon })).toBeVisible();

  await findCommand(say('coupons.end'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: say('coupons.end') });
  await expect(dialog).toBeVisible();
  // The dialog has the focus, and not what had it before the palette.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: say('coupons.end') }).click();
  await expect(statusWithText(page)).toHaveText(say('coupons.ended'));

  await page.goto('/verwaltung/', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('option', { name: say('coupons.end') }),
    'commands of a record that was left',
  ).toHaveCount(0);
  await page.getByRole('combobox').fill(say('places.invoices'));
  await expect(page.getByRole('option'), 'places that the role may not open').toHaveCount(0);
});

test('an owner adds a webhook address, sees its secret once, disables and removes it', async ({
  page,
  isMobile,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  await newOperator(page.request, 'owner');
  const url = `https://erp.example/hook-${process.hrtime.bigint()}`;
  await page.goto('/verwaltung/webhooks', { waitUntil: 'load' });
  if (!isMobile)
    await expect(page.getByRole('button', { name: 'Nora Beck' }), 'the account menu').toBeInViewport();
  await page.getByRole('button', { name: say('webhooks.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('webhooks.url'), { exact: true }).fill(url);
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: say('webhooks.addSubmit') }).dblclick();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  const entry = page.getByRole('listitem').filter({ hasText: url });
  await expect(entry).toHaveCount(1);
  expect(await page.content()).not.toContain('whsec_');
  await entry.getByRole('button', { name: say('webhooks.disable') }).click();
  await expect(statusWithText(page)).toHaveText(say('webhooks.isDisabled'));
  await expectNoViolationsOrOverflow(page);
  await entry.getByRole('button', { name: say('webhooks.remove') }).click();
  await dialog.getByRole('button', { name: say('webhooks.remove') }).click();
  await expect(entry).toHaveCount(0);
});

test('an owner renews the recovery codes; an API key that may change something may also read it', async ({
  page,
  say: sayIn,
}) => {
  const say = (key: string) => sayIn('backOffice', key);
  const more = (key: string, values?: Record<string, string>) => sayIn('backOfficeMore', key, values);
  await newOperator(page.request, 'owner');
  await page.goto('/verwaltung/sessions', { waitUntil: 'load' });
  await expect(page.getByText(more('sessions.codesLeft_other', { count: '10' }))).toBeVisible();
  await page.getByRole('button', { name: more('sessions.renew') }).click();
  const question = page.getByRole('dialog', { name: more('sessions.renew') });
  await question.getByRole('button', { name: more('sessions.renewSubmit') }).click();
  const shown = page.getByRole('dialog', { name: say('invitation.codesTitle') });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  await expectNoViolationsOrOverflow(page);

  await page.goto('/verwaltung/keys', { waitUntil: 'load' });
  await page.getByRole('button', { name: say('keys.create') }).click();
  const box = (key: string) => page.getByRole('checkbox', { name: more(`permissions.${key}`), exact: true });
  await box('orders.ship').check();
  await expect(box('orders.read')).toBeChecked();
  await expect(box('orders.change')).not.toBeChecked();
  await box('orders.read').click();
  await expect(box('orders.read'), 'is required by the other permission').toBeChecked();
  await box('orders.ship').uncheck();
  await box('orders.read').uncheck();
});

test('an owner changes the password and replaces the authenticator of the own account', async ({
  page,
  say: sayIn,
}) => {
  const say = (key: string) => sayIn('backOffice', key);
  const more = (key: string) => sayIn('backOfficeMore', key);
  await newOperator(page.request, 'owner');
  await page.goto('/verwaltung/sessions', { waitUntil: 'load' });
  const done = statusWithText(page);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: more('sessions.password') }).click();
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await field(more('sessions.passwordCurrent')).fill(operatorPassword);
  await field(more('sessions.passwordNew')).fill('fünf Kirschen im Glas');
  await field(say('invitation.repeat')).fill('fünf Kirschen im Glas');
  await expectNoViolationsOrOverflow(page);
  await dialog.getByRole('button', { name: more('sessions.password') }).click();
  await expect(done).toHaveText(more('sessions.passwordDone'));

  await page.getByRole('button', { name: more('sessions.authenticator') }).click();
  await dialog.getByRole('button', { name: more('sessions.authenticatorOpen') }).click();
  await expect(dialog.getByRole('img', { name: say('invitation.qr') })).toBeVisible();
  await expectNoViolationsOrOverflow(page);
  const secret = readBase32((await dialog.locator('code').textContent()) ?? '');
  const { now } = await (await page.request.get('/dev/clock')).json();
  await field(say('invitation.code')).fill(totpCode(secret, Date.parse(now)));
  await dialog.getByRole('button', { name: more('sessions.authenticator') }).click();
  await expect(done).toHaveText(more('sessions.authenticatorDone'));
  await expect(dialog).toHaveCount(0);
});
