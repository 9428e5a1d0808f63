import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { products, register, type Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

const add = (shopper: Shopper, product_id: string) =>
  shop.call(endpoints.addWishListItem, { bearer: shopper.access, params: { product_id } });
const listed = async (shopper: Shopper) =>
  (await shop.call(endpoints.listWishListItems, { bearer: shopper.access })).value?.data.map(({ id }) => id);

test('the wish list holds each product once, newest first, until it is removed', async () => {
  const [shopper, stranger] = [await register(shop), await register(shop)];
  for (const product of [products.course, products.book, products.course]) {
    shop.advance(1000);
    expect((await add(shopper, product)).status).toBe(200);
  }
  expect(await listed(shopper)).toEqual([products.book, products.course]);
  expect(await listed(stranger)).toEqual([]);
  for (let times = 0; times < 2; times += 1)
    await shop.call(endpoints.removeWishListItem, {
      bearer: shopper.access,
      params: { product_id: products.book },
    });
  expect(await listed(shopper)).toEqual([products.course]);
  expect((await add(shopper, 'gibt-es-nicht')).codes).toEqual(['NOT_FOUND']);
  const unknown = await shop.call(endpoints.removeWishListItem, {
    bearer: shopper.access,
    params: { product_id: 'gibt-es-nicht' },
  });
  expect(unknown.codes).toEqual(['NOT_FOUND']);
});

test('the wish list of a guest is added once, newest first, even in parallel; cards are in the requested order', async () => {
  const shopper = await register(shop);
  await add(shopper, products.book);
  shop.advance(1000);
  const product_ids = [products.course, 'gibt-es-nicht', products.book, products.otherCourse];
  const merges = await inParallel(6, () =>
    shop.call(endpoints.addWishListItems, { bearer: shopper.access, body: { product_ids } }),
  );
  expect(merges.map(({ value }) => value?.left_out)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await listed(shopper)).toEqual([products.course, products.otherCourse, products.book]);
  const asked = [products.otherCourse, 'gibt-es-nicht', products.book];
  const cards = await shop.call(endpoints.listProductCards, { query: { ids: asked.join(',') } });
  expect(cards.value?.data.map(({ id }) => id)).toEqual([products.otherCourse, products.book]);
});

test('the wish list holds 200 items and refuses more', async () => {
  const shopper = await register(shop);
  await sql`
    insert into products (id, kind, slug, position, price_cents, is_shipped, is_fixed_price, category_identifier,
      picture, card, texts, details, search_de, search_en, search_words_de, search_words_en)
    select 'w-' || n, 'book', 'w-' || n, n, 100, true, true, 'buch', 'p', '{}', '{}', '{}', '', '', '', ''
    from generate_series(1, 200) n
  `.execute(shop.db);
  await sql`
    insert into wish_list_items (user_id, product_id, added_at)
    select ${shopper.id}::uuid, 'w-' || n, ${new Date(0)} from generate_series(1, 199) n
  `.execute(shop.db);
  const [last, tooMany] = [await add(shopper, 'w-200'), await add(shopper, products.course)];
  expect(last.status).toBe(200);
  expect(tooMany.codes).toEqual(['WISH_LIST_FULL']);
  expect((await add(shopper, 'w-1')).status).toBe(200);
  const other = await register(shop);
  await add(other, products.course);
  const product_ids = Array.from({ length: 200 }, (_, index) => `w-${index + 1}`);
  const merged = await shop.call(endpoints.addWishListItems, {
    bearer: other.access,
    body: { product_ids },
  });
  expect(merged.value?.left_out).toBe(1);
});
