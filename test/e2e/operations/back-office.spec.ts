import type { Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { buyBooks } from '#test/e2e/support/buy-books.ts';
import {
  expectNoViolationsOrOverflow,
  horizontalOverflow,
  newOperator,
  operatorPassword as password,
  statusWithText,
} from '#test/e2e/support/new-operator.ts';
import { doubleTextSize, textSize } from '#test/e2e/support/open-page.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

/** Finds an order with the palette and opens it. */
async function findOrder(page: Page, code: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(code);
  await expect(page.getByRole('option', { name: code })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
}

test('support ships an order in part and the rest from the list, exports it and refunds half of it', {
  tag: '@phone',
}, async ({ page, request, isMobile, say: sayIn }) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  const [before, code] = [await buyBooks(request), await buyBooks(request)];
  const { email, codeIn } = await newOperator(request, 'support');

  await page.goto('/verwaltung', { waitUntil: 'load' });
  await page.getByLabel(say('login.email')).fill(email);
  await page.getByLabel(say('login.password'), { exact: true }).fill(password);
  // The code that set up the account cannot be used again.
  await page.getByLabel(say('login.code'), { exact: true }).fill(await codeIn(30));
  await page.getByRole('button', { name: say('login.submit') }).click();
  await expect(
    page.getByRole('button', { name: say('palette.open') }).filter({ visible: true }),
  ).toBeVisible();
  await findOrder(page, before);
  await findOrder(page, code);

  const ship = page.getByRole('button', { name: say('orderAction.ship.open'), exact: true });
  const dialog = page.getByRole('dialog');
  await test.step('another order shows no dialog and no input of the order before', async () => {
    await ship.click();
    await dialog.getByLabel(say('order.tracking')).fill('00340434161100');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: before })).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  });
  await test.step('the parcel gets another address, and the input is kept after Escape', async () => {
    const change = page.getByRole('button', { name: say('orderAction.address.open') });
    await change.click();
    await expectNoViolationsOrOverflow(page);
    const street = dialog.getByLabel(say('names.field.street'));
    await street.fill('Lindengasse');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await change.click();
    await expect(street).toHaveValue('Lindengasse');
    await dialog.getByRole('button', { name: say('orderAction.address.submit') }).dblclick();
    await expect(statusWithText(page)).toHaveText(say('orderAction.address.done'));
    await expect(page.getByRole('region', { name: say('order.buyer') })).toContainText('Lindengasse');
  });
  await ship.click();
  await expect(dialog.getByLabel(say('order.tracking'))).toHaveValue('');
  await dialog.getByRole('combobox').first().selectOption('1');
  await dialog.getByLabel(say('order.tracking')).fill('00340434161094');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await ship.click();
  await expect(dialog.getByRole('combobox').first()).toHaveValue('1');
  await dialog.getByRole('button', { name: say('orderAction.ship.submit') }).click();
  await expect(statusWithText(page)).toHaveText(say('orderAction.ship.done'));
  await expect(page.getByRole('link', { name: '00340434161094' })).toBeVisible();
  await expect(page.getByRole('region', { name: say('order.parcels') })).toContainText(
    say('order.leftToSend'),
  );
  await test.step('the number of the parcel is corrected', async () => {
    await page.getByRole('button', { name: say('parcel.open') }).click();
    await expectNoViolations(page);
    await dialog.getByLabel(say('order.tracking')).fill('00340434161095');
    await dialog.getByRole('button', { name: say('parcel.submit') }).click();
    await expect(statusWithText(page)).toHaveText(say('parcel.done'));
    await expect(page.getByRole('link', { name: '00340434161095' })).toBeVisible();
  });
  await test.step('menu and search stay visible at the end of a long page', async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const search = page.getByRole('button', { name: say('palette.open') }).filter({ visible: true });
    await expect(search).toBeInViewport({ ratio: 1 });
    if (isMobile)
      await expect(page.getByRole('button', { name: say('shell.menu') })).toBeInViewport({ ratio: 1 });
  });

  await test.step('the rest is printed, shipped and exported from the list', async () => {
    await page.goto(`/verwaltung/orders?q=${code}&shipment=open`, { waitUntil: 'load' });
    await page.getByRole('checkbox', { name: say('list.chooseAll') }).check();
    await expect(page.getByLabel(say('list.choose', { name: code }))).toBeChecked();
    await page.getByRole('button', { name: say('bulk.slips.open') }).click();
    const slips = page.waitForEvent('download');
    await dialog.getByRole('button', { name: say('bulk.slips.submit_one', { count: '1' }) }).click();
    expect((await slips).suggestedFilename()).toMatch(/\.pdf$/);
    await dialog
      .getByRole('button', { name: say('shell.close') })
      .last()
      .click();
    await page.getByRole('button', { name: say('bulk.ship.open') }).click();
    await expectNoViolationsOrOverflow(page);
    await dialog.getByRole('button', { name: say('bulk.ship.submit_one', { count: '1' }) }).dblclick();
    await expect(dialog.getByText(say('names.sendingOutcome.shipped'), { exact: true })).toBeVisible();
    await dialog
      .getByRole('button', { name: say('shell.close') })
      .last()
      .click();
    await expect(page.getByText(say('orders.empty'))).toBeVisible();
    await page.goto(`/verwaltung/orders?q=${code}`, { waitUntil: 'load' });
    await page.getByRole('button', { name: say('list.export') }).click();
    const table = page.waitForEvent('download');
    await dialog.getByRole('button', { name: say('bulk.export.submit') }).click();
    expect((await table).suggestedFilename()).toBe('orders.csv');
  });
  await findOrder(page, code);

  await page.getByRole('button', { name: say('orderAction.refund.open') }).click();
  await dialog.getByLabel(say('refund.parts')).check();
  const pieces = dialog.getByRole('combobox');
  await pieces.selectOption('1');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: say('orderAction.refund.open') }).click();
  await expect(dialog.getByText(say('refund.mail'))).toBeVisible();
  await expectNoViolationsOrOverflow(page);
  const submit = dialog.getByRole('button', { name: /28[.,]00/ });
  await submit.dblclick();
  await expect(dialog).toBeHidden();
  const refunds = page.getByRole('region', { name: say('order.refunds'), exact: true });
  await expect(refunds.getByRole('listitem')).toHaveCount(1);

  const note = '<img src=x onerror=alert(1)>';
  await page.getByLabel(say('notes.label')).fill(note);
  await page.getByRole('button', { name: say('notes.write') }).click();
  await expect(page.getByText(note)).toBeVisible();
  await expectNoViolationsOrOverflow(page);

  if (isMobile) await page.getByRole('button', { name: say('shell.menu') }).click();
  await page.getByRole('button', { name: 'Nora Beck' }).click();
  await page.getByRole('menuitem', { name: say('session.logOut') }).click();
  await expect(page.getByLabel(say('login.email'))).toBeVisible();
  expect((await page.request.get('/api/operator/session')).status()).toBe(401);
});

test('a role that may only read has no actions; a forbidden and an unknown page say so', async ({
  page,
  request,
  say,
}) => {
  const code = await buyBooks(request);
  await newOperator(page.request, 'bookkeeper');
  await page.goto('/verwaltung/orders', { waitUntil: 'load' });
  await page.getByRole('link', { name: code }).click();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  const actions = ['orderAction.ship.open', 'orderAction.refund.open', 'notes.write', 'mails.send'];
  for (const action of actions)
    await expect(page.getByRole('button', { name: say('backOffice', action), exact: true })).toHaveCount(0);
  await newOperator(page.request, 'editor');
  await page.goto('/verwaltung/orders', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    say('backOffice', 'failure.forbidden.title'),
  );
  await page.goto('/verwaltung/nowhere', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    say('backOffice', 'failure.missing.title'),
  );
  // The navigation stays, on phones behind its button.
  const navigation = page.getByRole('link', { name: say('backOffice', 'places.catalogue') });
  const menu = page.getByRole('button', { name: say('backOffice', 'shell.menu') });
  await expect(navigation.or(menu).filter({ visible: true })).toBeVisible();
});

test('an editor creates a coupon, tries it in a cart, sees every reason for its refusal, and ends it', {
  tag: '@desktop',
}, async ({ page, say: sayIn }) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
  await newOperator(page.request, 'editor');
  const code = `PROBE-${process.hrtime.bigint()}`;

  await page.goto('/verwaltung/coupons', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await button('coupons.new').click();
  await button('coupons.next').click();
  await page.getByLabel(say('coupons.percentOff')).fill('20');
  await page.getByLabel(say('coupons.codes'), { exact: true }).fill(code);
  await page.getByLabel(say('coupons.minimum'), { exact: true }).fill('100');
  await page.getByLabel(say('coupons.lastDay')).fill('2026-01-31');
  const choose = async (field: string, words: string, product: RegExp) => {
    await page.getByRole('combobox', { name: say(field) }).fill(words);
    await page.getByRole('option', { name: product }).first().click();
  };
  await choose('coupons.onlyProducts', 'Noether', /symmetr/i);
  await expectNoViolationsOrOverflow(page);
  await button('coupons.create').dblclick();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();

  await page.getByRole('link', { name: say('coupons.try') }).click();
  await choose('coupons.inCart', 'Buch vom Messen', /messen|measur/i);
  await button('coupons.tryNow').click();
  await expect(page.getByRole('heading', { name: say('coupons.refused') })).toBeVisible();
  for (const refusal of ['EXPIRED', 'NOT_APPLICABLE', 'MINIMUM_NOT_REACHED'])
    await expect(page.getByText(say(`names.refusal.${refusal}`), { exact: true })).toBeVisible();
  await expectNoViolationsOrOverflow(page);

  await page.getByRole('link', { name: say('coupons.toCoupon') }).click();
  await button('coupons.change').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('coupons.lastDay')).fill('');
  await dialog.getByLabel(say('coupons.minimum')).fill('');
  await dialog.getByRole('button', { name: say('coupons.save') }).click();
  await expect(statusWithText(page)).toHaveText(say('coupons.changed'));
  await button('coupons.end').click();
  await expect(dialog).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: say('coupons.end') }).click();
  await expect(statusWithText(page)).toHaveText(say('coupons.ended'));
  await expect(page.getByText(say('names.couponState.ended'), { exact: true }).first()).toBeVisible();
  await expectNoViolations(page);

  await page.goto('/verwaltung/campaigns', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolationsOrOverflow(page);
  await page.getByRole('link', { name: /ein Los|one ticket/ }).click();
  const giveaway = (key: string) => sayIn('backOfficeMore', `giveaway.${key}`);
  await expect(page.getByRole('heading', { level: 2, name: giveaway('proof') })).toBeVisible();
  await expect(page.getByRole('button', { name: giveaway('draw'), exact: true })).toHaveCount(0);
  await expectNoViolationsOrOverflow(page);
});

test('an editor previews a draft, plans it, cancels the plan, restores the draft and discards it', async ({
  page,
  request,
  isMobile,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  await newOperator(page.request, 'editor');
  const book = isMobile ? 'das-buch-vom-messen' : 'fuenf-saucen';
  const draft = `Nur ein Entwurf ${process.hrtime.bigint()}`;
  await page.goto(`/verwaltung/catalogue/book/${book}`, { waitUntil: 'load' });
  const subtitle = page.locator('[id="field-subtitle.de"]');
  await subtitle.fill(draft);
  await page.getByRole('button', { name: say('catalogue.save'), exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: say('catalogue.saved') })).toBeVisible();

  const opened = page.context().waitForEvent('page');
  await page
    .getByRole('button', { name: say('catalogue.preview', { language: say('languages.de') }) })
    .click();
  const preview = await opened;
  await expect(preview.getByText(draft)).toBeVisible();
  await preview.close();
  const shown = await request.get(`/de/buecher/${book}`);
  expect(await shown.text()).not.toContain(draft);
  const stranger = await request.get(`/api/operator/catalogue/book/${book}/preview`);
  expect(stranger.status()).toBe(401);

  await page.getByRole('button', { name: say('catalogue.plan') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('catalogue.planDay')).fill('2099-01-05');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: say('catalogue.plan') }).click();
  await expect(dialog).toBeHidden();
  await expect(subtitle).not.toHaveValue(draft);
  const plans = page.getByRole('region', { name: say('catalogue.plans') });
  await expect(plans.getByRole('listitem')).toContainText('2099');
  await plans.getByRole('button', { name: say('catalogue.callOff') }).click();
  await expect(plans).toBeHidden();

  const versions = page.getByRole('region', { name: say('catalogue.versions') });
  await versions.getByRole('button').first().click();
  await expect(dialog.getByText(draft)).toBeVisible();
  await expectNoViolationsOrOverflow(page);
  await dialog.getByRole('button', { name: say('catalogue.restore') }).click();
  await expect(subtitle).toHaveValue(draft);
  await page.getByRole('button', { name: say('catalogue.discard') }).click();
  await expect(subtitle).not.toHaveValue(draft);
  expect(await horizontalOverflow(page)).toBe(0);
});

test('an invalid price stays in its field with an error until it is corrected, and a new entry is open', async ({
  page,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  await newOperator(page.request, 'editor');
  await page.goto('/verwaltung/catalogue/course/clara-schumann', { waitUntil: 'load' });
  const price = page.locator('[id="field-price_cents"]');
  const before = await price.inputValue();
  await price.fill('zwölf');
  await expect(price).not.toHaveAttribute('aria-invalid', 'true');
  await price.blur();
  await expect(price).toHaveValue('zwölf');
  await expect(price).toHaveAccessibleDescription(new RegExp(say('form.check')));
  await page.getByRole('button', { name: say('catalogue.publish'), exact: true }).click();
  await expect(
    page.getByRole('status').filter({ hasText: say('catalogue.notPublished_one') }),
  ).toHaveAttribute('data-failed', 'true');
  const fault = page.getByRole('button', { name: say('catalogue.faults.missing') });
  await expect(fault).toBeVisible();
  await price.fill('1.049,5 €');
  await expect(fault).toBeHidden();
  await price.blur();
  await expect(price).toHaveValue(/^1049[.,]50$/);

  const parts = page.getByRole('group', { name: say('names.field.parts'), exact: true });
  const count = await parts.locator('> [data-place]').count();
  await parts
    .getByRole('button', { name: say('catalogue.add', { name: say('names.field.parts') }) })
    .last()
    .click();
  await expect(parts.locator(`> [data-place="${count}"] input`).first()).toBeFocused();
  await expectNoViolationsOrOverflow(page);
  await page.getByRole('button', { name: say('catalogue.discard') }).click();
  await expect(price).toHaveValue(before);

  await page.goto('/verwaltung/catalogue/book/das-buch-vom-messen', { waitUntil: 'load' });
  await page.locator('[id="field-austria_minimum_cents"]').fill('zehn');
  await page.getByRole('button', { name: say('catalogue.save'), exact: true }).click();
  const unread = page.getByRole('status').filter({ hasText: sayIn('backOfficeMore', 'catalogue.halfTyped') });
  await expect(unread).toHaveAttribute('data-failed', 'true');
});

test('with text twice as large the back office fits the window of a phone', async ({ page }) => {
  await newOperator(page.request, 'owner');
  await page.setViewportSize({ width: 390, height: 844 });
  await doubleTextSize(page);
  for (const place of ['', '/orders', '/catalogue', '/catalogue/book/das-buch-vom-messen', '/system']) {
    await page.goto(`/verwaltung${place}`, { waitUntil: 'load' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => textSize(page), `the text of ${place} has grown`).toBeGreaterThanOrEqual(28);
    await expect.poll(() => horizontalOverflow(page), `${place} fits the window`).toBe(0);
  }
});
