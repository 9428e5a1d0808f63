import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expectMessage } from '#test/e2e/support/expect-message.ts';
import { logIn } from '#test/e2e/support/log-in.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { shopWords } from '#test/e2e/support/shop-words.ts';
import { addButton, cartButton } from '#test/e2e/support/shopper.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';

test('an empty cart shows a message and a link to the courses', async ({ page, language, say, shopper }) => {
  await page.goto(`/${language}`);
  const cart = await shopper.openCart();
  await expect(cart).toContainText(say('component', 'cart.empty.title'));
  await cart.getByRole('link', { name: say('component', 'cart.empty.action') }).click();
  await expect(page).toHaveURL(new RegExp(`/${language}/kurse$`));
  await expect(cart).toBeHidden();
});

test('the cart shows the count, changes quantities, and asks before it deletes a product', async ({
  page,
  language,
  say,
  shopper,
}) => {
  await shopper.addToCart('/kurse/albrecht-duerer');
  const companion = page
    .getByRole('main')
    .getByRole('article')
    .getByRole('button', { name: say('base', 'buy.add'), exact: true });
  await companion.click();
  await expect(cartButton(page, say)).toHaveAccessibleName(
    say('component', 'cart.button_with_other', { count: 2 }),
  );

  const cart = await shopper.openCart();
  const lines = cart.getByRole('list', { name: say('component', 'cart.list') }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  const course = lines.filter({ has: page.locator('img[src*="albrecht-duerer"]') }).first();
  await expect(course).toHaveCount(1);
  // A course can be bought only once, so it has no stepper.
  for (const step of ['stepper.more', 'stepper.less'])
    await expect(course.getByRole('button', { name: say('component', step) })).toHaveCount(0);

  const book = lines.nth(1);
  await book.getByRole('button', { name: say('component', 'stepper.more') }).click();
  await expect(book.getByRole('status')).toHaveText('2');
  await expect(book).toContainText(language === 'de' ? '56,00\u00a0€' : '€56.00');
  await expect(cart).toContainText(language === 'de' ? '145,00\u00a0€' : '€145.00');
  await book.getByRole('button', { name: say('component', 'stepper.less') }).click();
  await expect(book.getByRole('status')).toHaveText('1');
  await expect(book.getByRole('button', { name: say('component', 'stepper.less') })).toBeDisabled();

  const remove = new RegExp(say('component', 'cart.remove', { name: '.+' }));
  await book.getByRole('button', { name: remove }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: say('component', 'dialog.cancel') }).click();
  await expect(question).toBeHidden();
  await expect(lines).toHaveCount(2);
  await expect(book.getByRole('button', { name: remove })).toBeFocused();
  await book.getByRole('button', { name: remove }).click();
  await question.press('Escape');
  await expect(question).toBeHidden();
  await expect(book.getByRole('button', { name: remove })).toBeFocused();
  await book.getByRole('button', { name: remove }).click();
  await question.getByRole('button', { name: say('component', 'cart.removing.confirm') }).click();
  await expect(question).toBeHidden();
  await expect(lines.filter({ has: page.locator('img') })).toHaveCount(1);
  await expect(cart.getByRole('heading').first()).toBeFocused();

  await course.getByRole('button', { name: remove }).click();
  await question.getByRole('button', { name: say('component', 'cart.removing.confirm') }).click();
  await expect(cart).toContainText(say('component', 'cart.empty.title'));
  await expectMessage(page, say('component', 'cart.notice.emptyTitle'));
});

test('more than two products show arrows that scroll by 100 px; Escape returns focus to the cart button', async ({
  page,
  language,
  say,
  shopper,
}) => {
  for (const course of ['albrecht-duerer', 'clara-schumann', 'emmy-noether'])
    await shopper.addToCart(`/kurse/${course}`);
  const cart = await shopper.openCart();
  const list = cart.getByRole('group', { name: say('component', 'cart.content') });
  const down = cart.getByRole('button', { name: say('component', 'cart.down') });
  const up = cart.getByRole('button', { name: say('component', 'cart.up') });
  await expect(up).toBeDisabled();
  await down.click();
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(100);
  await up.click();
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(0);
  // The courses are compared with the membership, in numbers.
  await expect(cart.getByRole('link', { name: say('component', 'cart.compare.link') })).toBeVisible();
  await expect(cart).toContainText(language === 'de' ? '180,00\u00a0€' : '€180.00');

  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(cart).toBeHidden();
  await expect(cartButton(page, say)).toBeFocused();
});

test('the cover pictures load in the width for the window size', async ({ page, shopper }) => {
  await shopper.addToCart('/kurse/albrecht-duerer');
  for (const [viewport, width] of [
    [390, 152],
    [800, 217],
    [1100, 124],
    [1366, 152],
  ] as const) {
    await page.setViewportSize({ width: viewport, height: 900 });
    await page.reload();
    const cart = await shopper.openCart();
    const cover = cart.locator('picture').first();
    expect(
      await cover.evaluate((element) => element.getBoundingClientRect().width),
      `at ${viewport} px`,
    ).toBe(width);
    await expect
      .poll(() => cover.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(new RegExp(`-(?:${width}|${width * 2})\\.(?:avif|webp)$`));
  }
});

test('a bundle offer is taken on the course page and in the cart, and has a row of its own in the totals', async ({
  page,
  language,
  say,
  shopper,
}) => {
  await page.goto(`/${language}/kurse/albrecht-duerer`);
  const offers = page.getByRole('region', { name: say('component', 'bundle.title') });
  await expect(offers).toContainText(/149/);
  await expect(offers).toContainText(/178/);
  await expectNoViolations(page);
  await offers.getByRole('button', { name: say('component', 'bundle.add_both') }).click();
  await expect(offers).toContainText(say('component', 'bundle.in_cart'));
  await expect(offers.getByRole('link', { name: say('base', 'buy.to_checkout') })).toBeFocused();
  const cart = await shopper.openCart();
  const title = language === 'de' ? 'Auge und Hand' : 'Eye and hand';
  const row = say('component', 'cart.totals.bundle', { title });
  await expect(cart).toContainText(row);
  await expect(cart).toContainText(/149/);

  await cart
    .getByRole('button', { name: say('component', 'cart.remove', { name: '' }).trim() })
    .first()
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('component', 'cart.removing.confirm') })
    .click();
  await expect(cart).not.toContainText(row);
  await cart.getByRole('button', { name: say('component', 'bundle.add_missing'), exact: true }).click();
  await expect(cart).toContainText(row);
  // The focus moves on, because the button was removed with its row.
  await expect(cart.getByRole('heading', { level: 2 })).toBeFocused();
  await page.reload();
  await expect(await shopper.openCart()).toContainText(row);
});

for (const width of [768, 1024, 1366]) {
  test(`at ${width} px the link to the checkout is at the height of the button that it replaces, despite a longer note`, async ({
    page,
  }) => {
    const german = shopWords('de');
    await page.setViewportSize({ width, height: 768 });
    await page.goto('/de/kurse/clara-schumann');
    await quiet(page);
    const main = page.getByRole('main');
    const add = main.getByRole('button', { name: german('base', 'buy.add'), exact: true }).first();
    const before = await add.boundingBox();
    await add.click();
    const link = main.getByRole('link', { name: german('base', 'buy.to_checkout') }).first();
    await expect(link).toBeVisible();
    expect((await link.boundingBox())?.y).toBe(before?.y);
  });
}

test('the link of a cart offers its products to another visitor', async ({ page, say, shopper }) => {
  await shopper.addToCart('/kurse/albrecht-duerer');
  await shopper.addToCart('/kurse/clara-schumann');
  const cart = await shopper.openCart();
  const link = await test.step('the link can be copied', async () => {
    await cart.getByRole('button', { name: say('cart', 'keep.open') }).click();
    const dialog = page.getByRole('dialog', { name: say('cart', 'keep.title') });
    await expectNoViolations(page);
    return dialog.getByLabel(say('cart', 'keep.link')).inputValue();
  });

  await test.step('the link offers the products to somebody else', async () => {
    const other = await page.context().browser()?.newContext();
    const visitor = await other?.newPage();
    if (visitor === undefined) throw new Error('No second browser');
    // The code of the products is delayed until the button has been pressed.
    const [requested, pressed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await visitor.route('**/assets/shared-cart-*.js', async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('shared.added')) {
        requested.resolve();
        await pressed.promise;
      }
      await route.fulfill({ response });
    });
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { name: say('cart', 'shared.title') })).toBeVisible();
    await expectNoViolations(visitor);
    await requested.promise;
    await visitor.getByRole('button', { name: say('cart', 'shared.add') }).click();
    pressed.resolve();
    await expect(visitor.getByText(say('cart', 'shared.added'))).toBeVisible();
    await expect(visitor.getByRole('link', { name: say('cart', 'shared.to_checkout') })).toBeFocused();
    await expect(cartButton(visitor, say)).toHaveAccessibleName(
      say('component', 'cart.button_with_other', { count: 2 }),
    );
    await other?.close();
  });
});

test('a line moves to the wish list and back, twice, beside another tab, and once more after the login', async ({
  context,
  language,
  say,
  shopper,
}) => {
  await shopper.addToCart('/kurse/clara-schumann');
  const other = await context.newPage();
  const move = new RegExp(say('component', 'wish_list.move'));
  const back = other.getByRole('button', { name: say('base', 'buy.move') });
  const cart = await shopper.openCart();
  await other.goto(`/${language}/profil/merkliste`);

  for (const round of [1, 2]) {
    await test.step(`there and back, ${round}`, async () => {
      await cart.getByRole('button', { name: move }).click();
      await expect(cart).toContainText(say('component', 'cart.empty.title'));
      await expect(cart.getByRole('heading', { level: 2 })).toBeFocused();
      await other.reload();
      await expectNoViolations(other);
      await back.click();
      await expect(other.getByRole('link', { name: say('base', 'buy.to_checkout') })).toBeFocused();
      await expect(other.getByText(say('myProfile', 'wish_list.count_zero'))).toBeVisible();
      await expect(cart.getByRole('button', { name: move })).toBeVisible();
    });
  }

  await test.step('the login takes both lists along', async () => {
    await cart.getByRole('button', { name: move }).click();
    await other.goto(`/${language}/profil/merkliste`);
    await other.getByRole('link', { name: say('myProfile', 'wish_list.log_in') }).click();
    await logIn(other, say, learnerCredentials.identifier, learnerCredentials.password);
    await back.click();
    await expect(other.getByRole('link', { name: say('base', 'buy.to_checkout') })).toBeVisible();
    await expect(cart.getByRole('button', { name: move })).toBeVisible();
    await cart.getByRole('button', { name: move }).click();
    await expect(cart).toContainText(say('component', 'cart.empty.title'));
    await other.reload();
    await expect(back).toBeVisible();
  });
});

test('a gift with a greeting moves to the wish list after a confirmation', async ({
  page,
  language,
  say,
  shopper,
}) => {
  await page.goto(`/${language}/geschenkboxen/kraeuterkiste`);
  await page.getByLabel(say('base', 'gift.greeting')).fill('Viel Sonne.');
  await addButton(page, say).click();
  const cart = await shopper.openCart();
  const move = cart.getByRole('button', { name: new RegExp(say('component', 'wish_list.move')) });
  await move.click();
  const question = page.getByRole('alertdialog', { name: say('component', 'cart.moving.title') });
  await expectNoViolations(page);
  await question.getByRole('button', { name: say('component', 'dialog.cancel') }).click();
  await expect(cart).toContainText('Viel Sonne.');
  await move.click();
  await question.getByRole('button', { name: say('component', 'cart.moving.confirm') }).click();
  await expect(cart).toContainText(say('component', 'cart.empty.title'));
});
