import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { findFilmTools, runProgram } from '#server/platform/media/ffmpeg.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { buyProduct } from '#test/e2e/support/buy-books.ts';
import { newOperator, post, sideways } from '#test/e2e/support/new-operator.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

/** Expects a screen without a violation that fits its window. */
async function expectInOrder(page: Page): Promise<void> {
  await expectNoViolations(page);
  expect(await sideways(page)).toBe(0);
}

/** A film of 20 seconds with sound, as a camera writes it. */
async function camera(): Promise<Buffer> {
  const tools = await findFilmTools(
    (process.env.PATH ?? '').split(delimiter).map((one) => join(one, 'ffmpeg')),
  );
  if (tools === null) throw new Error('This journey needs ffmpeg');
  const folder = await mkdtemp(join(tmpdir(), 'meisterhand-month-'));
  const file = join(folder, 'kamera.mov');
  await runProgram(tools.ffmpeg, [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=426x240:rate=10:duration=20'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=330:duration=20', '-preset', 'ultrafast', file],
  ]);
  const film = await readFile(file);
  await rm(folder, { recursive: true });
  return film;
}

/** Types into the fields of a record: one text, or German and English. */
async function write(page: Page, fields: Readonly<Record<string, string | readonly [string, string]>>) {
  for (const [path, typed] of Object.entries(fields)) {
    if (typeof typed === 'string') await page.locator(`[id="field-${path}"]`).fill(typed);
    else
      for (const [place, locale] of (['de', 'en'] as const).entries())
        await page.locator(`[id="field-${path}.${locale}"]`).fill(typed[place] ?? '');
  }
}

const openEntries = (page: Page) =>
  page.locator('main details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });

test('the month of an owner: a new course with its film and first order, a campaign, a price, a draw, the books', async ({
  page,
  request,
  language,
  say: sayIn,
}) => {
  const say = (key: string, values?: Record<string, string>) => sayIn('backOffice', key, values);
  const more = (key: string, values?: Record<string, string>) => sayIn('backOfficeMore', key, values);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const add = (field: string) => button(say('catalogue.add', { name: say(`names.field.${field}`) }));
  const status = page.getByRole('status').filter({ hasText: /\S/ }).first();
  const unique = String(process.hrtime.bigint() % 1_000_000_000n);
  const slug = `fuge-${unique}`;
  const lesson = `thema-${unique}`;
  const today = calendarDay(Date.now());
  const htmlOf = async (path: string) => (await request.get(path)).text();
  const statusOf = async (path: string) => (await request.get(path)).status();
  await newOperator(page.request, 'owner');

  async function create(type: string, name: string): Promise<void> {
    await button(say('catalogue.new')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say('catalogue.type')).selectOption(type);
    await dialog.getByLabel(say('catalogue.slug')).fill(name);
    await dialog.getByRole('button', { name: say('catalogue.create') }).click();
    await expect(page).toHaveURL(new RegExp(`/${type}/${name}$`));
  }
  async function upload(): Promise<void> {
    const height = 900 + Number(process.hrtime.bigint() % 100n);
    const create = { width: 900, height, channels: 3, background: '#204060' } as const;
    const buffer = await sharp({ create }).jpeg().toBuffer();
    await button(say('catalogue.picture.upload')).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'bild.jpg', mimeType: 'image/jpeg', buffer });
    await dialog.getByRole('textbox').nth(0).fill('Ein blaues Blatt');
    await dialog.getByRole('textbox').nth(1).fill('A blue sheet');
    await button(say('catalogue.picture.take')).click();
    await expect(dialog).toBeHidden();
  }
  async function publish(): Promise<void> {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await button(say('catalogue.publish')).click();
    await saved;
    await expect(status).toHaveText(say('catalogue.published'));
  }

  await test.step('a course is written, and its film made before anybody can buy it', async () => {
    await page.goto('/verwaltung/catalogue', { waitUntil: 'load' });
    await create('course', slug);
    await page.getByRole('combobox', { name: say('names.field.master') }).fill('Noether');
    await page.getByRole('option').first().click();
    for (const field of ['discipline', 'experience'])
      await page.locator(`select[id="field-${field}"]`).selectOption({ index: 1 });
    const lines = ['Eins\nZwei\nDrei\nVier', 'One\nTwo\nThree\nFour'] as const;
    await write(page, {
      ...{ title: [`Fuge ${unique}`, `Fugue ${unique}`], subtitle: ['Vier Stimmen', 'Four voices'] },
      ...{ lead: ['Ein Gespräch.', 'A conversation.'], description: lines, goals: lines },
      ...{ level: ['Für alle', 'For all'], material: ['Ein Klavier', 'A piano'], price_cents: '79,50' },
      ...{ 'seo.title': ['Die Fuge', 'The fugue'], 'seo.description': ['Vier Stimmen', 'Four voices'] },
      'seo.keywords': lines,
    });
    await upload();
    await button(say('catalogue.publish')).click();
    await expect(status).toContainText(/2/);
    await add('parts').click();
    await openEntries(page);
    await add('lessons').click();
    for (const _ of [1, 2, 3]) await add('questions').click();
    await openEntries(page);
    await write(page, {
      ...{ 'parts.0.title': ['Thema', 'Subject'], 'parts.0.lessons.0.id': lesson },
      ...{ 'parts.0.lessons.0.title': [`Takte ${unique}`, `Bars ${unique}`] },
      ...{ 'parts.0.lessons.0.summary': ['Hören', 'Hearing'], 'parts.0.lessons.0.length_seconds': '20' },
    });
    await page.locator('[id="field-parts.0.lessons.0.is_free"]').check();
    for (const place of [0, 1, 2])
      await write(page, {
        [`questions.${place}.question`]: [`Frage ${place}?`, `Question ${place}?`],
        [`questions.${place}.answer`]: [`Antwort ${place}.`, `Answer ${place}.`],
      });
    await button(say('catalogue.save')).click();
    await expect(status).toHaveText(say('catalogue.saved'));
    await expectInOrder(page);

    await page.getByRole('link', { name: more('catalogue.films') }).click();
    await page.getByRole('link', { name: unique }).click();
    await page
      .locator('input[accept^="video/"]')
      .setInputFiles({ name: 'kamera.mov', mimeType: 'video/quicktime', buffer: await camera() });
    await expect(page.getByText(more('films.shown', { lines: '240' })).first()).toBeVisible();
    await expectInOrder(page);
    expect(await statusOf(`/${language}/kurse/${slug}`)).toBe(404);
  });

  await test.step('it is published and has its first order', async () => {
    await page.goto(`/verwaltung/catalogue/course/${slug}`, { waitUntil: 'load' });
    await publish();
    await expect.poll(() => htmlOf(`/${language}/kurse/${slug}`)).toContain(unique);
    const code = await buyProduct(request, `course-${slug}`);
    await page.goto(`/verwaltung/orders?q=${code}`, { waitUntil: 'load' });
    await expect(page.getByRole('link', { name: code })).toBeVisible();
    await expect(page.getByRole('table').last()).toContainText(/79[.,]50/);
  });

  await test.step('a campaign is planned: its page does not promise the code before its first day', async () => {
    const code = `ADVENT-${unique}`;
    await page.goto('/verwaltung/coupons/new?kind=percent', { waitUntil: 'load' });
    await page.getByLabel(say('coupons.percentOff')).fill('20');
    await page.getByLabel(say('coupons.codes'), { exact: true }).fill(code);
    await page.getByLabel(say('coupons.firstDay')).fill(addDays(today, 3));
    await page.getByLabel(say('coupons.lastDay')).fill(addDays(today, 20));
    await button(say('coupons.create')).click();
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
    await page.goto('/verwaltung/campaigns', { waitUntil: 'load' });
    await create('campaign', `advent-${unique}`);
    await page.locator('select[id="field-place"]').selectOption('angebote');
    await page.locator('select[id="field-coupon"]').selectOption(code);
    const lines = ['Eins\nZwei', 'One\nTwo'] as const;
    await write(page, {
      ...{ title: [`Advent ${unique}`, `Advent ${unique}`], lead: ['Vier Wochen.', 'Four weeks.'] },
      ...{ promises: lines, text: lines, conditions: lines },
      ...{ 'seo.title': ['Advent', 'Advent'], 'seo.description': ['Vier Wochen', 'Four weeks'] },
    });
    await page.getByRole('combobox', { name: say('names.field.products') }).fill(unique);
    await page.getByRole('option').first().click();
    await upload();
    await publish();
    await expectInOrder(page);
    const shown = `/${language}/angebote/advent-${unique}`;
    await expect.poll(() => htmlOf(shown)).toContain(sayIn('base', 'campaign.not_running'));
    expect(await htmlOf(shown)).not.toContain(code);
    await page.goto('/verwaltung/campaigns?state=planned', { waitUntil: 'load' });
    await expect(page.getByRole('link', { name: `Advent ${unique}` })).toBeVisible();
  });

  await test.step('a price is corrected: the form says the lowest of 30 days, the shop the new one', async () => {
    await page.goto(`/verwaltung/catalogue/course/${slug}`, { waitUntil: 'load' });
    const price = page.locator('[id="field-price_cents"]');
    await price.fill('89,90');
    await publish();
    const prices = page.getByRole('region', { name: say('catalogue.prices') });
    await expect(prices.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText(/89[.,]90.*79[.,]50/).first()).toBeVisible();
    await expect.poll(() => htmlOf(`/${language}/kurse/${slug}`)).toMatch(/89[.,]90/);
    expect(await htmlOf(`/${language}/kurse?q=${unique}`)).toMatch(/89[.,]90/);
    const cart = await post(request, 'cart/bundles', {
      products: [{ product_id: `course-${slug}`, quantity: 1 }],
    });
    expect(cart.subtotal).toBe(8_990);
  });

  await test.step('a giveaway that has ended is drawn', async () => {
    const key = `los-${unique}`;
    await page.goto('/verwaltung/campaigns', { waitUntil: 'load' });
    await create('giveaway', key);
    await write(page, { title: [`Los ${unique}`, `Ticket ${unique}`], from: addDays(today, -9) });
    await write(page, { until: addDays(today, 1) });
    await publish();
    for (const name of ['eva', 'ida', 'uwe'])
      await post(request, 'tracking/giveaway', {
        email: `${name}-${unique}@meisterhand.example`,
        giveaway: key,
        newsletter: false,
      });
    await write(page, { until: addDays(today, -1) });
    await publish();
    await page.goto(`/verwaltung/giveaways/${key}`, { waitUntil: 'load' });
    await button(say('giveaway.draw')).click();
    await expectInOrder(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('giveaway.draw') })
      .dblclick();
    await expect(status).toHaveText(say('giveaway.drawn'));
    await expect(
      page.getByRole('region', { name: say('giveaway.places') }).getByRole('listitem'),
    ).toHaveCount(3);
    await expectInOrder(page);
  });

  await test.step('the month is closed: figures, invoices and provisions', async () => {
    await page.goto('/verwaltung/', { waitUntil: 'load' });
    await expect(page.getByText(say('figures.measures.gross')).first()).toBeVisible();
    await page.goto('/verwaltung/invoices', { waitUntil: 'load' });
    await page.getByLabel(say('invoices.month')).selectOption(today.slice(0, 7));
    const file = page.waitForEvent('download');
    await button(say('invoices.export')).click();
    const rows = await readFile(await (await file).path(), 'utf8');
    expect(rows).toMatch(/79[.,]50/);
    await page.goto('/verwaltung/provisions', { waitUntil: 'load' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectInOrder(page);
  });
});
