import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expectNoViolationsOrOverflow, newOperator } from '#test/e2e/support/new-operator.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('an editor finds the trailer of a course, adds captions to its draft, and removes them again', async ({
  page,
  request,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOfficeMore', key, values);
  const captionsOf = async () => (await request.get('/media/trailer-albrecht-duerer.de.vtt')).text();
  const before = await captionsOf();
  await newOperator(page.request, 'editor');
  await page.goto('/verwaltung/films', { waitUntil: 'load' });
  await page
    .getByRole('link', { name: say('films.trailer'), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/films\/trailer-/);
  await page.goto('/verwaltung/films/trailer-albrecht-duerer', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1, name: /^Trailer: / })).toBeVisible();
  await expectNoViolationsOrOverflow(page);

  const name = say('lessonFiles.names.de.vtt');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: say('lessonFiles.chooseFor', { name }) }).click();
  const words = 'WEBVTT\n\n00:00.000 --> 00:01.000\nDie Probe.\n';
  const file = { name: 'probe.vtt', mimeType: 'text/vtt', buffer: Buffer.from(words) };
  await (await chooser).setFiles(file);
  await expect(page.getByText(say('lessonFiles.stored', { file: file.name }))).toBeVisible();
  const inDraft = page.getByText(say('lessonFiles.inDraft', { at: '' }).trim());
  await expect(inDraft).toBeVisible();
  expect(await captionsOf()).toBe(before);
  await expectNoViolations(page);

  await page.getByRole('button', { name: say('lessonFiles.removeOf', { name }) }).click();
  // The removal can be undone until its time is over or the screen is left.
  await page
    .getByRole('main')
    .getByRole('link', { name: sayIn('backOffice', 'places.films') })
    .click();
  await expect(page).toHaveURL(/\/films$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Trailer: / })).toBeVisible();
  await expect(inDraft).toHaveCount(0);
  expect(await captionsOf()).toBe(before);
});
