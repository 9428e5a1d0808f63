import { publicPages } from '#test/e2e/support/public-pages.ts';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

const course = 'course-albrecht-duerer';

test('the data on a learner’s pages is on no page of a visitor, whoever requests it first', async ({
  page,
  learner,
  playwright,
  baseURL,
  language,
}) => {
  await learner.fillCart(course);
  const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const secrets = [learner.email, learner.id, learner.access, learner.name];
  let cached = 0;
  for (const { route } of publicPages) {
    const path = `/${language}${route}`;
    const own = await page.request.get(path);
    expect(await own.text(), path).toContain(learner.email);
    expect(own.headers()['cache-control'], path).toBe('private, no-store');
    for (const turn of ['first', 'second']) {
      const shared = await visitor.get(path);
      const text = await shared.text();
      for (const secret of secrets) expect(text.includes(secret), `${path}, ${turn} time`).toBe(false);
      if (shared.headers().etag !== undefined) cached += 1;
    }
    const again = await page.request.get(path);
    expect(await again.text(), path).toContain(learner.email);
  }
  expect(cached).toBeGreaterThan(30);
  await visitor.dispose();
});

test('a changed price is on the pages of visitors at once', { tag: '@phone' }, async ({
  playwright,
  baseURL,
  language,
}) => {
  const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const read = async () => (await visitor.get(`/${language}/kurse/albrecht-duerer`)).text();
  const price = language === 'de' ? '91,37' : '91.37';
  expect(await read()).not.toContain(price);
  const setPrice = (cents: number) =>
    withShopDatabase((db) =>
      db.updateTable('products').set({ price_cents: cents }).where('id', '=', course).execute(),
    );
  let before = 0;
  await withShopDatabase(async (db) => {
    const row = await db
      .selectFrom('products')
      .select('price_cents')
      .where('id', '=', course)
      .executeTakeFirstOrThrow();
    before = row.price_cents;
  });
  try {
    await setPrice(9_137);
    await expect.poll(read).toContain(price);
  } finally {
    await setPrice(before);
  }
  await expect.poll(read).not.toContain(price);
  await visitor.dispose();
});

test('list pages that do not exist respond 404', async ({ request, language }) => {
  const statusOf = async (path: string) => (await request.get(`/${language}${path}`)).status();
  for (const missing of [
    '/kurse?seite=9',
    '/kurse?gruppe=gibt-es-nicht',
    '/kurse?gruppe=hand-und-bild&seite=9',
    '/blog?seite=9',
  ])
    expect(await statusOf(missing), missing).toBe(404);
  // A search without results is a page.
  expect(await statusOf('/kurse?gruppe=hand-und-bild&q=xylophon')).toBe(200);
});
