import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { post } from '#test/e2e/support/post.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('an owner writes, changes and deletes a review', { tag: '@desktop' }, async ({
  page,
  learner,
  language,
  say,
}) => {
  const reviews = (key: string, values = {}) => say('base', `reviews.${key}`, values);
  await learner.buy({ 'course-emmy-noether': 1 });
  await page.goto(`/${language}/kurse/emmy-noether`);
  const section = page.getByRole('region', { name: reviews('title') });
  const form = page.getByRole('form', { name: reviews('form') });
  const words = `Der Beweis passt auf eine Seite. ${learner.email}`;

  await test.step('the course page shows that the learner owns the course and can give it as a gift', async () => {
    await expect(page.getByText(say('base', 'course.owned_title'))).toBeVisible();
    await expect(page.getByRole('link', { name: say('base', 'course.owned_gift') })).toHaveAttribute(
      'href',
      `/${language}/geschenke/geschenk-emmy-noether`,
    );
  });

  await test.step('missing input is reported at its field', async () => {
    await section.getByRole('button', { name: reviews('write') }).click();
    await form.getByRole('button', { name: reviews('publish') }).click();
    await expect(form.getByRole('radio').first()).toBeFocused();
    await expect(form.getByLabel(reviews('text'), { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expectNoViolations(page);
  });

  await test.step('the review is published', async () => {
    await form.getByRole('radio').first().press('ArrowRight');
    await form.getByRole('radio', { name: reviews('give_other', { count: 4 }) }).check();
    await form.getByLabel(reviews('text'), { exact: true }).fill(words);
    await form.getByRole('button', { name: reviews('publish') }).click();
    const own = section.getByRole('article').filter({ hasText: words });
    await expect(own).toContainText(reviews('mine'));
    await expect(own).toContainText(reviews('watched_none'));
    await expect(own.getByRole('img')).toHaveAccessibleName(
      say('component', 'stars.of', { given: 4, most: 5 }),
    );
  });

  await test.step('the review is changed', async () => {
    await section.getByRole('button', { name: reviews('change') }).click();
    await expect(form.getByLabel(reviews('text'), { exact: true })).toHaveValue(words);
    await form.getByRole('radio', { name: reviews('give_other', { count: 5 }) }).check();
    await form.getByRole('button', { name: reviews('save') }).click();
    const own = section.getByRole('article').filter({ hasText: words });
    await expect(own.getByRole('img')).toHaveAccessibleName(
      say('component', 'stars.of', { given: 5, most: 5 }),
    );
  });

  await test.step('deleting asks for confirmation, and cancelling keeps the review', async () => {
    const remove = section.getByRole('button', { name: reviews('remove') });
    await remove.click();
    const question = page.getByRole('alertdialog', { name: reviews('remove_title') });
    await expectNoViolations(page);
    await question.getByRole('button', { name: say('component', 'dialog.cancel') }).click();
    await expect(question).toBeHidden();
    await expect(remove).toBeFocused();
    await expect(section.getByText(words)).toBeVisible();
  });

  await test.step('the author deletes the review permanently', async () => {
    await section.getByRole('button', { name: reviews('remove') }).click();
    const question = page.getByRole('alertdialog', { name: reviews('remove_title') });
    await question.getByRole('button', { name: reviews('remove_confirm') }).click();
    await expect(section.getByText(words)).toHaveCount(0);
    await expect(section.getByRole('button', { name: reviews('write') })).toBeVisible();
  });
});

test('a guest reads a review and cannot write one; one review makes no rating; a failed deletion keeps the review', async ({
  page,
  learner,
  context,
  language,
  say,
}) => {
  const reviews = (key: string, values = {}) => say('base', `reviews.${key}`, values);
  const section = page.getByRole('region', { name: reviews('title') });
  const words = `Der Beweis passt auf eine Seite. ${learner.email}`;
  await learner.buy({ 'course-emmy-noether': 1 });
  const headers = { Authorization: `Bearer ${learner.access}` };
  const review = { stars: 5, text: words, author: 'Ada' };
  await post(page.request, 'products/emmy-noether/reviews', review, headers);
  const session = (await context.cookies()).filter(({ name }) => name.startsWith('_auth'));
  await context.clearCookies({ name: /^_auth/ });
  await page.goto(`/${language}/kurse/emmy-noether`);
  await expect(section.getByText(words)).toBeVisible();
  await expect(section.getByRole('button')).toHaveCount(0);
  const markup = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(markup.join()).not.toContain('"aggregateRating"');
  await expect(section.getByText(reviews('few', { count: 5 }))).toBeVisible();

  await context.addCookies(session);
  await page.reload();
  const remove = section.getByRole('button', { name: reviews('remove') });
  const confirm = page
    .getByRole('alertdialog', { name: reviews('remove_title') })
    .getByRole('button', { name: reviews('remove_confirm') });
  await page.route('**/api/products/*/reviews', (route) => route.abort());
  await remove.click();
  await confirm.click();
  await expect(section.getByText(say('error', 'NETWORK.detail'))).toBeVisible();
  await expect(section.getByText(words)).toBeVisible();
  await page.unroute('**/api/products/*/reviews');
  await remove.click();
  await confirm.click();
  await expect(section.getByText(words)).toHaveCount(0);
  await page.reload();
  await expect(section.getByText(words)).toHaveCount(0);
});
