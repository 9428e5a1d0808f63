import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expectMessage } from '#test/e2e/support/expect-message.ts';
import { logIn } from '#test/e2e/support/log-in.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';

test('a guest has a wish list, which is kept at the login', { tag: '@desktop' }, async ({
  page,
  language,
  say,
}) => {
  const card = page.getByRole('article').filter({ hasText: 'Clara Schumann' });
  const heart = card.getByRole('button', { name: say('component', 'wish_list.product', { name: '' }) });

  await test.step('the heart works without login, also after a reload', async () => {
    await page.goto(`/${language}/kurse`);
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expectMessage(page, say('component', 'wish_list.added'));
    await page.reload();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('the guest’s list contains the product, and leads to the login', async () => {
    await page.goto(`/${language}/profil/merkliste`);
    await expect(card).toHaveCount(1);
    await expectNoViolations(page);
    await page.getByRole('link', { name: say('myProfile', 'wish_list.log_in') }).click();
    await logIn(page, say, learnerCredentials.identifier, learnerCredentials.password);
    await expect(page).toHaveURL(new RegExp(`/${language}/profil/merkliste$`));
    await expect(card).toHaveCount(1);
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('the list contains the product, and the product can be removed', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: say('myProfile', 'wish_list.title') }),
    ).toBeVisible();
    await expectNoViolations(page);
    const removed = page.waitForResponse('**/api/wishlist/*');
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByText(say('myProfile', 'wish_list.count_zero'))).toBeVisible();
    await removed;
  });

  await test.step('the list is read again when the browser restores the page', async () => {
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(page.getByText(say('myProfile', 'wish_list.empty.title'))).toBeVisible();
  });
});

test('a product page adds an item to the wish list; one that could not be saved is removed with an error message', async ({
  page,
  learner: _,
  language,
  say,
}) => {
  await page.goto(`/${language}/kurse/emmy-noether`);
  const wish = page.getByRole('button', { name: say('component', 'wish_list.add'), exact: true });
  await page.route('**/api/wishlist/*', (route) => route.abort());
  await wish.click();
  await expect(page.getByRole('alert')).toContainText(say('component', 'failure.unsure'));
  await expect(wish).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/api/wishlist/*');
  const kept = page.waitForResponse('**/api/wishlist/*');
  await wish.click();
  await kept;
  await page.reload();
  await expect(wish).toHaveAttribute('aria-pressed', 'true');
});

test('an empty wish list of a guest explains how to add products', async ({ page, language, say }) => {
  await page.goto(`/${language}/profil/merkliste`);
  await expect(page.getByText(say('myProfile', 'wish_list.empty.title'))).toBeVisible();
  await expectNoViolations(page);
});
