import { publicPages } from '#test/e2e/support/public-pages.ts';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

const course = 'course-albrecht-duerer';

test('what a learner’s pages show is in no page of a visitor, whoever asks first', async ({
  page,
  learner,
  playwright,
  baseURL,
  language,
}) => {
  await learner.fillCart(course);
  const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const secrets = [learner.email, learner.id, learner.access, learner.name];
  let kept = 0;
  for (const { route } of publicPages) {
    const path = `/${language}${route}`;
    const own = await page.request.get(path);
    expect(await own.text(), path).toContain(learner.email);
    expect(own.headers()['cache-control'], path).toBe('private, no-store');
    for (const turn of ['first', 'second']) {
      const shared = await visitor.get(path);
      const text = await shared.text();
      for (const secret of secrets) expect(text.includes(secret), `${path}, ${turn} time`).toBe(false);
      if (shared.headers().etag !== undefined) kept += 1;
    }
    const again = await page.request.get(path);
    expect(await again.text(), path).toContain(learner.email);
  }
  expect(kept).toBeGreaterThan(30);
  await visitor.dispose();
});

test('a changed price is in the pages of visitors at once', { tag: '@phone' }, async ({
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

test('no spelling of an address makes another kept page, and pages that do not exist are not found', async ({
  request,
  language,
}) => {
  const read = async (address: string) => {
    const response = await request.get(`/${language}${address}`, {
      headers: { Cookie: `locale=${language}` },
    });
    return { status: response.status(), etag: response.headers().etag };
  };
  const list = await read('/kurse');
  const group = await read('/kurse?gruppe=hand-und-bild');
  expect(list.etag).toBeDefined();
  expect(new Set([list.etag, group.etag]).size).toBe(2);
  // The data of the list, as the router asks for it.
  const data = await read('/kurse.data?_routes=courses');
  expect(data.etag).toBeDefined();
  for (const same of ['?gruppe=hand%2Dund%2Dbild', '?utm_source=x&gruppe=hand-und-bild'])
    expect(await read(`/kurse${same}`), same).toEqual(group);
  const others = ['0', '1', '01', '1.0', '1e0', '+1', ' 1', 'x', '-1', '1&seite=1', '99999'].map(
    (number) => `?seite=${number}`,
  );
  for (const query of [...others, '?gruppe=', '?gruppe=HAND-UND-BILD', '?gruppe=a&gruppe=b', '?_routes=root'])
    expect((await read(`/kurse${query}`)).etag, query).toBeUndefined();
  for (const query of ['root', 'blog', 'x', 'courses,x'])
    expect((await read(`/kurse.data?_routes=${query}`)).etag, query).toBeUndefined();
  for (const missing of [
    '/kurse?seite=9',
    '/kurse?gruppe=gibt-es-nicht',
    '/kurse?gruppe=hand-und-bild&seite=9',
    '/blog?seite=9',
  ])
    expect(await read(missing), missing).toEqual({ status: 404, etag: undefined });
  // Somebody who has filtered is told that nothing was found.
  expect((await read('/kurse?gruppe=hand-und-bild&q=xylophon')).status).toBe(200);
});
