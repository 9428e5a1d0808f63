import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expectMessage } from '#test/e2e/support/expect-message.ts';
import { expectPaidOnce } from '#test/e2e/support/gateway-ledger.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { addButton, cartButton, freshEmail, testCards, vienna } from '#test/e2e/support/shopper.ts';

/** Price of the piano course as a gift, in cents. */
const giftPrice = 9_900;

test('a course is added to the cart as a gift with a greeting, and a preview shows it while it is typed', {
  tag: '@phone',
}, async ({ page, language, say }) => {
  await page.goto(`/${language}/geschenke`);
  await page
    .getByRole('link', { name: /Clara|Klang in zehn|Ten fingers/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/${language}/geschenke/geschenk-clara-schumann$`));
  await page.getByRole('radio', { name: say('base', 'gift.delivery.email') }).check();
  const name = page.getByLabel(say('base', 'gift.recipient'));
  // A character that cannot be printed is reported before the field is left.
  await name.fill('Oma \ue000');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await name.fill('Oma Lindner');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await page.getByLabel(say('base', 'gift.greeting')).fill('Zum Siebzigsten.');
  const sheet = page.getByRole('figure').filter({ hasText: 'Oma Lindner' });
  await expect(sheet).toContainText(say('base', 'gift.preview.headings.neutral'));
  await expect(sheet).toContainText(say('base', 'gift.preview.for', { name: 'Oma Lindner' }));
  await expect(sheet).toContainText('Zum Siebzigsten.');
  await page.getByRole('radio', { name: say('component', 'cart.gift.themes.birthday') }).check();
  await expect(sheet).toContainText(say('base', 'gift.preview.headings.birthday'));
  const add = addButton(page, say);
  await add.click();
  // Without a recipient's e-mail address nothing is added, and the invalid field receives focus.
  const email = page.getByLabel(say('base', 'gift.email'));
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();
  await expectNoViolations(page);
  const recipient = freshEmail('oma');
  await email.fill(recipient);
  await add.click();
  await expectMessage(page, say('base', 'buy.added'));
  const stored = await page.evaluate(() => localStorage.getItem('bundle_cart') ?? '');
  expect(JSON.parse(stored).cart.products[0].custom_properties).toEqual({
    delivery: 'email',
    recipient_name: 'Oma Lindner',
    recipient_email: recipient,
    greeting: 'Zum Siebzigsten.',
    theme: 'birthday',
  });
});

test('the code of a gift that was paid is mailed to its recipient', { tag: '@checkout' }, async ({
  page,
  language,
  say,
  shopper,
}) => {
  const recipient = freshEmail('oma');
  await page.goto(`/${language}/geschenke/geschenk-clara-schumann`);
  await page.getByRole('radio', { name: say('base', 'gift.delivery.email') }).check();
  await page.getByLabel(say('base', 'gift.recipient')).fill('Oma Lindner');
  await page.getByLabel(say('base', 'gift.email')).fill(recipient);
  await page.getByLabel(say('base', 'gift.greeting')).fill('Zum Siebzigsten.');
  await page.getByRole('radio', { name: say('component', 'cart.gift.themes.birthday') }).check();
  await addButton(page, say).click();
  await expectMessage(page, say('base', 'buy.added'));
  await shopper.goToCheckout();
  await shopper.fillEmail(freshEmail('schenkt'));
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  const occasion = say('component', 'cart.gift.themes.birthday');
  await expect(shopper.summary()).toContainText(say('component', 'cart.gift.theme', { theme: occasion }));
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expectPaidOnce(shopper, giftPrice);
  expect((await mailWith(recipient, 'Zum Siebzigsten.')).text).toContain('Oma Lindner');
});

test('a printed gift is charged shipping like a parcel', async ({ page, language, say, shopper }) => {
  await page.goto(`/${language}/geschenke/gutschein-50`);
  await page.getByRole('radio', { name: say('base', 'gift.delivery.parcel') }).check();
  await addButton(page, say).click();
  const cart = await shopper.openCart();
  await expect(cart).toContainText(say('component', 'cart.totals.shipping_open'));
});

test('deleting a gift box from the cart asks for confirmation, prevents scrolling and keeps focus', {
  tag: '@desktop',
}, async ({ page, language, say, isMobile }) => {
  await page.goto(`/${language}/geschenkboxen/kraeuterkiste`);
  await page.getByLabel(say('base', 'gift.greeting')).fill('Viel Sonne.');
  await addButton(page, say).click();
  const remove = page.getByRole('button', { name: say('base', 'gift_box.delete') });
  await expect(remove).toBeVisible();
  if (!isMobile) {
    // The cart is open while the mouse is over its button.
    const cart = page.getByRole('dialog', { name: say('component', 'cart.title') });
    await cartButton(page, say).hover();
    await expect(cart).toContainText('Viel Sonne.');
    await page.mouse.move(5, 600);
    await expect(cart).toBeHidden();
  }
  await remove.click();
  const question = page.getByRole('alertdialog', { name: say('component', 'giftBox.deleteTitle') });
  await expect(question).toBeVisible();
  await expectNoViolations(page);
  await expect(question).toHaveCSS('z-index', '1005');
  // The library sets it on the element that scrolls the page.
  const preventsScrolling = () =>
    page.evaluate(() =>
      [document.documentElement, document.body].some((part) => getComputedStyle(part).overflowY === 'hidden'),
    );
  await expect.poll(preventsScrolling).toBe(true);
  await question.getByRole('button', { name: say('component', 'dialog.cancel') }).click();
  await expect(question).toBeHidden();
  await expect.poll(preventsScrolling).toBe(false);
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: say('base', 'gift_box.delete_confirm') }).click();
  await expect(remove).toBeHidden();
  await expect(addButton(page, say)).toBeVisible();
  await expect(page.getByRole('link', { name: say('base', 'gift.to_form') })).toBeFocused();
});

test('a limited gift box cannot be added more often than one order allows', async ({
  page,
  language,
  say,
  request,
}) => {
  const boxes = await (await request.get('/api/products?filter[kind]=gift_box')).json();
  const limited = boxes.data.find(
    (box: { attributes: { max_quantity: number | null } }) => box.attributes.max_quantity !== null,
  );
  await page.goto(`/${language}/geschenkboxen/${limited.attributes.slug}`);
  const add = addButton(page, say);
  for (let piece = 0; piece < limited.attributes.max_quantity; piece += 1) {
    await add.click();
    const key = piece === 0 ? 'toast.last_one' : 'toast.last_other';
    await expect(
      page.getByRole('contentinfo').getByText(say('component', key, { count: String(piece + 1) })),
    ).toBeAttached();
  }
  // The cart contains the maximum quantity: the page shows a link to the checkout instead of the button.
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: say('base', 'buy.to_checkout') })
      .first(),
  ).toBeVisible();
  await expect(add).toBeHidden();
});

test('the membership is shown as a ticket, with its prices side by side', async ({ page, language, say }) => {
  await page.goto(`/${language}/preise`);
  await expectNoViolations(page);
  await addButton(page, say).last().click();
  await expect(
    page.getByRole('main').getByRole('link', { name: say('base', 'buy.to_checkout') }),
  ).toBeVisible();
  await page.goto(`/${language}/masterpass`);
  await expectNoViolations(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masterpass');
  await expect(
    page.getByRole('main').getByRole('link', { name: say('base', 'buy.to_checkout') }),
  ).toBeVisible();
});
