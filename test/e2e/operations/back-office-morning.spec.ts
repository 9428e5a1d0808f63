import type { Page } from '@playwright/test';
import { buyGiftCode } from '#test/e2e/support/bought-gift.ts';
import { buyBooks, orderBooks } from '#test/e2e/support/buy-books.ts';
import { register } from '#test/e2e/support/new-learner.ts';
import { expectNoViolationsOrOverflow, newOperator } from '#test/e2e/support/new-operator.ts';
import { post } from '#test/e2e/support/post.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens the one row of a list that has this text. */
async function openRow(page: Page, text: string): Promise<void> {
  await page.getByRole('table').last().getByRole('link', { name: text }).click();
}

test('an owner records a transfer, after a first try that failed, and ships three parcels at once', async ({
  page,
  request,
  language,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  const { code, due } = await orderBooks(request, { isTransfer: true });
  const others = [await buyBooks(request), await buyBooks(request)];
  await newOperator(page.request, 'owner');
  await page.goto('/verwaltung/', { waitUntil: 'load' });
  await expect(
    page.getByRole('heading', { level: 3 }).filter({ hasText: say('attention.kinds.transfers_awaited') }),
  ).toBeVisible();
  await expectNoViolationsOrOverflow(page);

  await page.goto(`/verwaltung/orders?q=${code}`, { waitUntil: 'load' });
  await openRow(page, code);
  await expect(heading(page, code)).toBeVisible();
  await page.getByRole('button', { name: say('orderAction.receive.open') }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel(say('orderAction.receive.amount'));
  const typed = (due / 100).toFixed(2).replace('.', language === 'de' ? ',' : '.');
  await amount.fill(typed);
  await expectNoViolationsOrOverflow(page);
  // While the database is unavailable the input stays, and the next press records the transfer once.
  await page.route('**/api/operator/orders/*/transfer', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, errors: [{ status: '503', code: 'UNAVAILABLE', title: '-', detail: '-' }] },
    }),
  );
  await dialog.getByRole('button', { name: say('orderAction.receive.submit') }).click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await expect(amount).toHaveValue(typed);
  await page.unroute('**/api/operator/orders/*/transfer');
  await dialog.getByRole('button', { name: say('orderAction.receive.submit') }).click();
  await expect(page.getByRole('status').filter({ hasText: say('orderAction.receive.done') })).toBeVisible();
  await expectNoViolationsOrOverflow(page);

  await page.goto('/verwaltung/orders?shipment=open', { waitUntil: 'load' });
  for (const one of [code, ...others]) await page.getByLabel(say('list.choose', { name: one })).check();
  await expectNoViolationsOrOverflow(page);
  await page.getByRole('button', { name: say('bulk.ship.open') }).click();
  await expectNoViolationsOrOverflow(page);
  await dialog.getByRole('button', { name: say('bulk.ship.submit_other', { count: '3' }) }).dblclick();
  await expect(dialog.getByText(say('names.sendingOutcome.shipped'), { exact: true })).toHaveCount(3);
  await expectNoViolationsOrOverflow(page);
});

test('support decides a withdrawal after reading its mail, and refunds half of another order', async ({
  page,
  request,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  const { code, email } = await orderBooks(request);
  const mistyped = email.replace('buecher', 'bucher');
  const declared = await post(request, 'withdrawals', { code, email: mistyped, name: 'Karl Lindner' });
  const reference: string = declared.data.id;
  await newOperator(page.request, 'support');

  await expect(async () => {
    await page.goto(`/verwaltung/declarations?q=${reference}`, { waitUntil: 'load' });
    await expect(page.getByRole('link', { name: reference })).toBeVisible();
  }).toPass();
  await expectNoViolationsOrOverflow(page);
  await openRow(page, reference);
  await expect(heading(page, reference)).toBeVisible();
  await expectNoViolationsOrOverflow(page);
  await page.getByRole('button', { name: say('declaration.carryOut') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('declaration.check') }).click();
  const effects = dialog.getByRole('region', { name: say('refund.effects') });
  await expect(effects).toContainText(mistyped);
  await expect(effects).toContainText(/2 × /);
  await expectNoViolationsOrOverflow(page);
  // A change of the number requires another check.
  await dialog.getByLabel(say('declaration.number')).fill('GIBTSNICHT');
  await expect(effects).toHaveCount(0);
  await dialog.getByRole('button', { name: say('declaration.check') }).click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  // Also a change during the check: the effects of the other number are not shown.
  const release = Promise.withResolvers<void>();
  await page.route('**/api/operator/declarations/*/decision-preview', async (route) => {
    await release.promise;
    await route.continue();
  });
  const check = dialog.getByRole('button', { name: say('declaration.check') });
  await dialog.getByLabel(say('declaration.number')).fill(code);
  await check.click();
  await dialog.getByLabel(say('declaration.number')).fill('GIBTSNICHT');
  await expect(check).toHaveAttribute('aria-busy', 'true');
  release.resolve();
  await expect(check).not.toHaveAttribute('aria-busy');
  await expect(effects).toHaveCount(0);
  await dialog.getByLabel(say('declaration.number')).fill(code);
  await check.click();
  await expect(effects).toBeVisible();
  await dialog.getByRole('button', { name: say('declaration.carryOut') }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(say('names.declarationState.answered')).first()).toBeVisible();
  await expectNoViolationsOrOverflow(page);

  const other = await buyBooks(request);
  await page.goto(`/verwaltung/orders?q=${other}`, { waitUntil: 'load' });
  await openRow(page, other);
  await page.getByRole('button', { name: say('orderAction.refund.open') }).click();
  await dialog.getByLabel(say('refund.parts')).check();
  await dialog.getByRole('combobox').first().selectOption('2');
  const [notMore = ''] = say('refund.notMore', { amount: '|' }).split('|');
  await dialog.getByLabel(say('refund.amount')).fill('999');
  await expect(effects).toContainText(notMore);
  await dialog.getByLabel(say('refund.amount')).fill('28');
  await expect(effects).toContainText(/28[.,]00/);
  await expect(effects).not.toContainText(notMore);
  await expect(dialog.getByText(say('refund.mail'))).toBeVisible();
  await expectNoViolationsOrOverflow(page);
  await dialog.getByRole('button', { name: /28[.,]00/ }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('region', { name: say('order.refunds'), exact: true }).getByRole('listitem'),
  ).toHaveCount(1);
});

test('support finds a customer by a mistyped address, revokes a code, and undoes the removal of a note', async ({
  page,
  request,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  const number = process.hrtime.bigint();
  const email = `kundin-${number}@meisterhand.example`;
  const name = { firstname: 'Mia', lastname: 'Sand' };
  await register(request, { email, password: 'ein langer Satz für mich', ...name, preferred_language: 'de' });
  const gift = await buyGiftCode(request, 'gift-geschenk-clara-schumann');
  await newOperator(page.request, 'support');

  await page.goto('/verwaltung/customers', { waitUntil: 'load' });
  await page.getByRole('searchbox').fill(`kudnin-${number}@meisterhand.example`);
  await expect(page.getByRole('link', { name: email })).toBeVisible();
  await expectNoViolationsOrOverflow(page);
  await openRow(page, email);
  await expect(page.getByText(email).first()).toBeVisible();
  await expectNoViolationsOrOverflow(page);
  await page.getByRole('button', { name: say('customer.join') }).click();
  await expect(page.getByRole('dialog')).toContainText(say('customer.joinText'));
  await expectNoViolationsOrOverflow(page);

  // The newest order of this shop is the gift.
  await page.goto('/verwaltung/orders', { waitUntil: 'load' });
  await page.getByRole('table').last().getByRole('link').first().click();
  const codes = page.getByRole('region', { name: say('order.codes'), exact: true });
  await expect(codes).toContainText(gift);
  await codes.getByRole('button', { name: say('orderAction.revoke.open') }).click();
  await expectNoViolationsOrOverflow(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orderAction.revoke.submit') })
    .click();
  await expect(page.getByRole('status').filter({ hasText: say('orderAction.revoke.done') })).toBeVisible();
  await expect(codes.getByRole('button', { name: say('orderAction.revoke.open') })).toHaveCount(0);

  const note = 'Ruft morgen zurück';
  await page.getByLabel(say('notes.label')).fill(note);
  await page.getByRole('button', { name: say('notes.write') }).click();
  const notes = page.getByRole('region', { name: say('notes.title'), exact: true });
  await expect(notes.getByText(note)).toBeVisible();
  await notes.getByRole('button', { name: say('notes.remove') }).click();
  await expect(notes.getByText(note)).toHaveCount(0);
  await expectNoViolationsOrOverflow(page);
  await page.keyboard.press('Enter');
  await expect(notes.getByText(note)).toBeVisible();
  await notes.getByRole('button', { name: say('notes.remove') }).click();
  // Leaving the screen carries out a removal that was not undone.
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.goBack();
  expect((await removed).status()).toBe(200);
});
