import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('a blog visitor opens a post from the list, and the course that the post mentions', {
  tag: '@desktop',
}, async ({ page, language, say }) => {
  await page.goto(`/${language}/blog?utm_source=zeitung`);
  const canonical = page.locator('link[rel=canonical]');
  await expect(canonical).toHaveCount(1);
  await expect(canonical).toHaveAttribute('href', new RegExp(`/${language}/blog$`));
  await expectNoViolations(page);
  const posts = page.getByRole('main').getByRole('article');
  await expect(posts).toHaveCount(6);
  if (language === 'en') {
    await expect(page.getByText(say('blog', 'note_title'))).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  }
  await page.getByRole('link', { name: 'Zwanzig Minuten' }).click();
  await expect(page).toHaveURL(/\/de\/blog\/zwanzig-minuten$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zwanzig Minuten');
  await expectNoViolations(page);
  // The newsletter form is below the text of the post.
  const newsletter = page.getByRole('region', { name: 'Post aus der Werkstatt' });
  await newsletter.scrollIntoViewIfNeeded();
  await expect(newsletter.getByRole('textbox')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Klang in zehn Fingern' }).click();
  await expect(page).toHaveURL(/\/de\/kurse\/clara-schumann$/);
});

test('the English URL of a post redirects to the German one; an unknown post is a 404', async ({ page }) => {
  await page.goto('/en/blog/zwanzig-minuten');
  await expect(page).toHaveURL(/\/de\/blog\/zwanzig-minuten$/);
  const missing = await page.goto('/de/blog/gibt-es-nicht');
  expect(missing?.status()).toBe(404);
});

test('a course links to its master, and the master to the course', async ({ page, language, say }) => {
  await page.goto(`/${language}/kurse/clara-schumann`);
  await page.getByRole('main').getByRole('link', { name: 'Clara Schumann', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/${language}/experten/clara-schumann$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clara Schumann');
  await expectNoViolations(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('base', 'experts.title') })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('base', 'experts.title'));
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(12);
  await page.getByRole('main').getByRole('link', { name: 'Clara Schumann' }).click();
  await page.getByRole('link', { name: say('base', 'expert.to_course') }).click();
  await expect(page).toHaveURL(new RegExp(`/${language}/kurse/clara-schumann$`));
});
