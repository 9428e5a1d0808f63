import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('a visitor searches while typing, with the keyboard alone, and opens the results as a page', {
  tag: '@desktop',
}, async ({ page, language, say }) => {
  const search = (key: string, values = {}) => say('base', `search.${key}`, values);
  const field = page.getByRole('combobox', { name: search('label') });
  const option = (name: string) => page.getByRole('option', { name });
  const button = page.getByRole('button', { name: say('menu', 'search') });

  await test.step('links are shown before anything is typed', async () => {
    await page.goto(`/${language}/preise`);
    await button.focus();
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await expect(page.getByRole('group', { name: search('suggestions') })).toBeVisible();
  });

  await test.step('a name with a missing letter is found; arrow keys and Enter open it', async () => {
    await field.pressSequentially('Schuman');
    await expect(option('Clara Schumann').first()).toBeVisible();
    // The results of the letters typed so far are replaced by those of the whole word.
    const results = page.getByRole('listbox', { name: search('results') });
    await expect(results.locator('..')).not.toHaveAttribute('aria-busy');
    await expectNoViolations(page);
    await field.press('ArrowUp');
    const last = page.getByRole('option').last();
    await expect(last).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '');
    await field.press('ArrowDown');
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await field.press('Enter');
    await expect(page).toHaveURL(/schumann/);
    await expect(field).toBeHidden();
  });

  await test.step('Back closes it; no result is reported, and Escape returns focus', async () => {
    await button.click();
    await expect(field).toBeFocused();
    await page.goBack();
    await expect(field).toBeHidden();
    await expect(page).toHaveURL(/schumann/);
    await button.click();
    await field.fill('xylophonbau');
    await expect(page.getByText(search('empty_title', { q: 'xylophonbau' }))).toBeVisible();
    await expect(page.getByRole('group', { name: search('recommended') }).getByRole('option')).toHaveCount(3);
    await field.press('Escape');
    await expect(field).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step('Enter without a selected result opens the page of results', async () => {
    await button.click();
    await field.fill('Dürer');
    await expect(option('Albrecht Dürer').first()).toBeVisible();
    await field.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/${language}/suche\\?q=D%C3%BCrer`));
    await expect(
      page.getByRole('heading', { level: 1, name: search('title_for', { q: 'Dürer' }) }),
    ).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Albrecht Dürer' }).first()).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('the field of that page suggests while typing, too, and Escape keeps the input', async () => {
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await field.fill('Noether');
    await expect(option('Emmy Noether').first()).toBeVisible();
    await field.press('ArrowDown');
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await field.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(field).toHaveValue('Noether');
  });

  await test.step('input typed while results are loading stays and gets its own suggestions', async () => {
    const released = Promise.withResolvers<void>();
    await page.route(/[?&]q=Noether/, async (route) => {
      await released.promise;
      await route.continue();
    });
    const requested = page.waitForRequest(/[?&]q=Noether/);
    await field.press('Enter');
    await requested;
    await field.fill('Schumann');
    released.resolve();
    await expect(
      page.getByRole('heading', { level: 1, name: search('title_for', { q: 'Noether' }) }),
    ).toBeVisible();
    await expect(field).toHaveValue('Schumann');
    await expect(field).toBeFocused();
    await expect(option('Clara Schumann').first()).toBeVisible();
    await field.press('ArrowDown');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/(?:kurse|experten|buecher|blog)\/.*schumann/);
    await page.goBack();
    await expect(field).toHaveValue('Noether');
    await page.goBack();
    await expect(page).toHaveURL(/suche\?q=D/);
    await expect(field).toHaveValue('Dürer');
  });
});

test('a misspelt word leads to the probable one; after a lost connection the search can be repeated', async ({
  page,
  language,
  say,
}) => {
  const search = (key: string, values = {}) => say('base', `search.${key}`, values);
  const field = page.getByRole('combobox', { name: search('label') });
  const found = page.getByRole('option', { name: 'Albrecht Dürer' }).first();
  await page.goto(`/${language}/preise`);
  await page.getByRole('button', { name: say('menu', 'search') }).click();
  await field.fill('Dührer');
  await expect(found).toBeVisible();
  await page.getByRole('button', { name: search('meant', { q: 'Dürer' }) }).click();
  await expect(field).toHaveValue('Dürer');
  await expect(field).toBeFocused();

  await page.route('**/api/search?*', (route) => route.abort());
  await field.fill('Noether');
  await expect(page.getByText(search('failed_title'))).toBeVisible();
  await page.unroute('**/api/search?*');
  await page.getByRole('button', { name: search('retry') }).click();
  await expect(page.getByRole('option', { name: 'Emmy Noether' }).first()).toBeVisible();
});

test('a late response does not replace a newer one', async ({ page, language, say }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/api/search?q=Benz', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`/${language}/masterpass`);
  await page.getByRole('button', { name: say('menu', 'search') }).click();
  const field = page.getByRole('combobox', { name: say('base', 'search.label') });
  const requested = page.waitForRequest('**/api/search?q=Benz');
  await field.fill('Benz');
  await requested;
  await field.fill('Noether');
  const hit = page.getByRole('option', { name: 'Emmy Noether' }).first();
  await expect(hit).toBeVisible();
  const late = page.waitForResponse('**/api/search?q=Benz');
  released.resolve();
  await late;
  await expect(hit).toBeVisible();
  await expect(page.getByRole('option', { name: 'Bertha Benz' })).toHaveCount(0);
});

test('a selected course category is in the URL, shows the number of courses in its label, and the Back button removes it', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}/kurse`);
  const tabs = page.getByRole('navigation', { name: say('base', 'courses.groups') });
  const tab = tabs.getByRole('link').nth(1);
  const count = Number(/\d+$/.exec((await tab.textContent()) ?? '')?.[0]);
  await tab.click();
  await expect(page).toHaveURL(/\?gruppe=/);
  const cards = page.getByRole('list', { name: say('base', 'courses.list') }).getByRole('article');
  await expect(cards).toHaveCount(count);
  await page.reload();
  await expect(cards).toHaveCount(count);
  await page.goBack();
  await expect(page).toHaveURL(/\/kurse$/);
  await expect(tabs.getByRole('link').first()).toHaveAttribute('aria-current', 'true');
});

test('filters are chosen by keyboard, the list changes, and each is removed by its own link', async ({
  page,
  language,
  say,
}) => {
  const courses = (key: string, values = {}) => say('base', `courses.${key}`, values);
  const cards = page.getByRole('list', { name: courses('list') }).getByRole('article');
  await page.goto(`/${language}/kurse`);
  await test.step('the first pictures begin in the upper half of the screen', async () => {
    const top = await cards.first().evaluate((card) => card.getBoundingClientRect().top);
    expect(top).toBeLessThan((page.viewportSize()?.height ?? 0) / 2 + 1);
  });
  const summary = page.locator('summary', { hasText: courses('filter') });
  await summary.focus();
  await page.keyboard.press('Enter');
  const level = page.getByRole('group', { name: courses('facet.level') });
  const box = level.getByRole('checkbox', { name: courses('value.intermediate') });
  await expectNoViolations(page);

  await test.step('the list has as many courses as the filter announced, and the focus stays', async () => {
    const count = Number(/\d+$/.exec((await box.locator('..').textContent()) ?? '')?.[0]);
    await box.focus();
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/\/kurse\?niveau=intermediate$/);
    await expect(cards).toHaveCount(count);
    await expect(box).toBeFocused();
    await expect(box).toBeChecked();
    await expect(
      page.getByRole('status').filter({ hasText: courses('found_other', { count }) }),
    ).toBeVisible();
  });

  await test.step('filters without results explain themselves, and one of them can be removed', async () => {
    await page.goto(`/${language}/kurse?niveau=intermediate&disziplin=hygiene&preis=low`);
    await expect(page.getByText(courses('empty_filters'))).toBeVisible();
    await expectNoViolations(page);
    await page
      .getByRole('link', {
        name: courses('clear_filter', { title: courses('value.intermediate') }),
      })
      .click();
    await expect(page).toHaveURL(/\/kurse\?disziplin=hygiene&preis=low$/);
    await expect(cards).toHaveCount(1);
    await expect(page.locator('#content')).toBeFocused();
    await page.goBack();
    await expect(page.getByText(courses('empty_filters'))).toBeVisible();
  });
});
