import type { Locator } from '@playwright/test';
import {
  expectNoViolationsOrOverflow,
  horizontalOverflow,
  newOperator,
  statusWithText,
} from '#test/e2e/support/new-operator.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('an editor publishes an announcement and a post, takes the post offline, and changes a legal text only as a new version', {
  tag: '@desktop',
}, async ({ page, request, say: sayIn }) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  const button = (key: string, values?: Record<string, string>) =>
    page.getByRole('button', { name: say(key, values), exact: true });
  const status = statusWithText(page);
  // Short, because the announcement stays and is shown on narrow pages in other tests.
  const unique = String(process.hrtime.bigint() % 1_000_000_000n);
  const htmlOf = async (path: string) => (await request.get(path)).text();
  await newOperator(page.request, 'editor');

  await page.goto('/verwaltung/texts', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolationsOrOverflow(page);
  await page.getByRole('link', { name: say('names.recordType.announcement') }).click();
  await page.locator('[id="field-text.de"]').fill(`Ansage ${unique}`);
  await page.locator('[id="field-text.en"]').fill(`Notice ${unique}<script>x()</script>`);
  const opened = page.context().waitForEvent('page');
  await button('catalogue.preview', { language: say('languages.en') }).click();
  const preview = await opened;
  await expect(preview.getByText(`Notice ${unique}`)).toBeVisible();
  await preview.close();
  expect(await htmlOf('/en')).not.toContain(unique);
  await button('catalogue.publish').click();
  await expect(status).toHaveText(say('catalogue.published'));
  await expect.poll(() => htmlOf('/en')).toContain(`Notice ${unique}`);
  await expect.poll(() => htmlOf('/de')).toContain(`Ansage ${unique}`);
  expect(await htmlOf('/en')).not.toContain('<script>x()');
  expect(await horizontalOverflow(page)).toBe(0);

  await page.goto('/verwaltung/texts/post/zwanzig-minuten', { waitUntil: 'load' });
  const text = page.locator('[id="field-text"]');
  await text.fill(`## Probe ${unique}\n\n<b>nackt</b>`);
  await page.reload({ waitUntil: 'load' });
  await expect(text).toHaveValue(new RegExp(unique));
  await button('catalogue.publish').click();
  await expect(status.last()).toHaveText(say('catalogue.published'));
  await expect.poll(() => htmlOf('/de/blog/zwanzig-minuten')).toContain(`Probe ${unique}`);
  expect(await htmlOf('/de/blog/zwanzig-minuten')).toContain('&lt;b&gt;nackt');
  await expectNoViolationsOrOverflow(page);
  await button('catalogue.takeOut').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('catalogue.takeOut') })
    .click();
  await expect.poll(async () => (await request.get('/de/blog/zwanzig-minuten')).status()).toBe(404);
  await button('catalogue.putBack').click();
  await expect.poll(async () => (await request.get('/de/blog/zwanzig-minuten')).status()).toBe(200);

  await page.goto('/verwaltung/texts/legal/impressum', { waitUntil: 'load' });
  const imprint = page.locator('[id="field-text.de"]');
  await imprint.fill(`${await imprint.inputValue()}\n\nNachtrag ${unique}`);
  await button('catalogue.publish').click();
  await expect(page.getByRole('button', { name: say('catalogue.faults.new_version') })).toBeVisible();
  await page.locator('[id="field-version"]').fill('2099-01-05');
  await button('catalogue.publish').click();
  const plans = page.getByRole('region', { name: say('catalogue.plans') });
  await expect(plans.getByRole('listitem')).toContainText('2099');
  expect(await htmlOf('/de/impressum')).not.toContain(`Nachtrag ${unique}`);
  const shown = page.getByRole('region', { name: say('catalogue.shownVersions') });
  await shown.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('article')).toHaveCount(2);
  await expectNoViolationsOrOverflow(page);
  await page.keyboard.press('Escape');
  await plans.getByRole('button', { name: say('catalogue.callOff') }).click();
  await expect(plans).toBeHidden();
});

test('an editor chooses products of a campaign and the course of a gift by keyboard, and removes a product', async ({
  page,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  await newOperator(page.request, 'editor');
  await page.goto('/verwaltung/texts/campaign/winterlos', { waitUntil: 'load' });
  const name = say('names.field.products');
  const search = page.getByRole('combobox', { name });
  await search.fill('druckwerkstatt');
  const options = page.getByRole('listbox', { name }).getByRole('option');
  await expect(options).toHaveCount(1);
  const title = (await options.textContent()) ?? '';
  await expectNoViolationsOrOverflow(page);
  await search.press('Enter');
  const remove = page.getByRole('button', { name: say('catalogue.remove', { title }) });
  await expect(remove).toBeVisible();
  await expect(search).toBeFocused();
  await search.fill('druckwerkstatt');
  await expect(page.getByText(say('coupons.found_other', { count: '0' }))).toBeVisible();
  await search.press('Escape');
  await search.press('ArrowDown');
  await expect(options.first()).toBeHidden();
  await search.fill('');
  await expect(options.first()).toBeVisible();
  await search.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await search.press('Escape');
  await expect(options.first()).toBeHidden();
  await remove.click();
  await expect(remove).toBeHidden();

  // A field with one value: each choice replaces the one before, and the last one is that at the start.
  await page.goto('/verwaltung/catalogue/gift/geschenk-clara-schumann', { waitUntil: 'load' });
  const courses = page.getByRole('combobox', { name: say('names.field.course') });
  const offered = page.getByRole('listbox', { name: say('names.field.course') }).getByRole('option');
  // The chosen course is found as well.
  for (const words of ['noether', 'noether', 'clara-schumann']) {
    await courses.fill(words);
    await expect(offered).toHaveCount(1);
    const course = (await offered.textContent()) ?? '';
    await courses.press('Enter');
    await expect(offered).toHaveCount(0);
    await expect(courses).toBeFocused();
    const chosen = sayIn('backOfficeMore', 'catalogue.chosen', { title: course });
    await expect(page.getByRole('status').filter({ hasText: chosen })).toBeAttached();
    await expect(courses).toHaveAccessibleDescription(chosen);
  }
  await expectNoViolationsOrOverflow(page);
});

test('an editor moves a lesson to the next part, restores a removed one and plans by keyboard, and drags a lesson', async ({
  page,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  await newOperator(page.request, 'editor');
  await page.goto('/verwaltung/catalogue/course/emmy-noether', { waitUntil: 'load' });
  const parts = page.locator('[id="field-parts"] > [data-place]');
  const lessonsOf = (part: number) => parts.nth(part).locator('fieldset[id$=".lessons"] > [data-place]');
  const headsOf = (part: number) => lessonsOf(part).locator('> details > summary');
  const first = parts.first();
  await first.locator('> details > summary').click();
  const [before, after] = [await headsOf(0).count(), await headsOf(1).count()];
  const words = (await headsOf(0).last().textContent()) ?? '';
  const title = words.replace(/^\d+\. /, '');
  const button = (part: number, key: string) =>
    lessonsOf(part).getByRole('button', { name: say(key, { title }), exact: true });
  await button(0, 'catalogue.down').press('Enter');
  await expect(headsOf(0)).toHaveCount(before - 1);
  await expect(headsOf(1)).toHaveCount(after + 1);
  await expect(headsOf(1).first()).toContainText(title);
  await expect(button(1, 'catalogue.down')).toBeFocused();
  await button(1, 'catalogue.remove').press('Enter');
  await expect(headsOf(1)).toHaveCount(after);
  const undo = page.getByRole('button', { name: say('form.undo'), exact: true });
  await expect(undo).toBeFocused();
  await expectNoViolationsOrOverflow(page);
  await undo.press('Enter');
  await expect(undo).toBeHidden();
  await expect(headsOf(1).first()).toBeFocused();
  await button(1, 'catalogue.up').press('Enter');
  await expect(headsOf(0).last()).toContainText(title);
  await expect(headsOf(1)).toHaveCount(after);

  // The events of a drag, by mouse or finger. A target that accepts the lesson prevents the default action.
  const fire = (place: Locator, type: string) =>
    place.evaluate((element, name) => {
      const dataTransfer = new DataTransfer();
      return element.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }));
    }, type);
  const lesson = parts.locator('fieldset[id$=".lessons"] > [data-place]').filter({ hasText: title });
  const headOf = (part: number) => parts.nth(part).locator('> details > summary');
  // Adds an empty part.
  await page.locator('[id="field-parts"] > button').click();
  for (const [target, part, place] of [
    [headsOf(1).nth(1), 1, 1],
    [headOf(2), 2, -1],
    [first.locator('fieldset[id$=".lessons"] > button'), 0, -1],
    [headOf(3), 3, 0],
  ] as const) {
    await fire(lesson.locator('> details > summary'), 'dragstart');
    await expect(lesson).toHaveAttribute('data-dragged', 'true');
    expect(await fire(target, 'dragover')).toBe(false);
    const into = ((await headOf(part).textContent()) ?? '').replace(/^\d+\. /, '');
    await fire(target, 'drop');
    await expect(headsOf(part).nth(place).filter({ hasText: title })).toBeVisible();
    const told = sayIn('backOfficeMore', 'catalogue.movedTo', { title: into });
    await expect(page.getByRole('status').filter({ hasText: told })).toBeAttached();
    await expect(page.locator('[data-dragged]')).toHaveCount(0);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: say('palette.label') }).fill(say('catalogue.plan'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: say('catalogue.plan') })).toBeVisible();
});

test('an editor who restores an older version of a mail text is asked before unsaved input is lost', async ({
  page,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOfficeMore', key, values);
  const button = (key: string, values?: Record<string, string>) =>
    page.getByRole('button', { name: say(key, values), exact: true });
  const german = sayIn('backOffice', 'languages.de');
  await newOperator(page.request, 'editor');
  await page.goto('/verwaltung/mail-texts/passkey_added', { waitUntil: 'load' });
  const intro = page.getByLabel(`${say('names.mailText.any.intro')} (${german})`);
  const ofFile = await intro.inputValue();
  await intro.fill('Erste Fassung');
  await button('mailTexts.save').click();
  await expect(page.getByRole('status').filter({ hasText: say('mailTexts.isSaved') })).toBeVisible();
  // Nothing is unsaved, so there is no question.
  await button('mailTexts.reset').click();
  await expect(intro).toHaveValue(ofFile);
  await intro.fill('Nur getippt');
  await page
    .getByRole('region', { name: say('mailTexts.versions') })
    .getByRole('button')
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(say('mailTexts.replaceText'));
  await expectNoViolationsOrOverflow(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(intro).toHaveValue('Nur getippt');
  await button('mailTexts.reset').click();
  await dialog.getByRole('button', { name: say('mailTexts.replace') }).click();
  await expect(dialog).toBeHidden();
  await expect(intro).toHaveValue(ofFile);
  await button('mailTexts.save').click();
  await expect(page.getByText(say('mailTexts.isSaved'))).toBeVisible();
});
