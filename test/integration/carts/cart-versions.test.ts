import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { lockOwnCart } from '#server/carts/cart-rows.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { untilBlocked } from '#test/integration/support/database.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';
import {
  applyCode,
  fillOwnCart,
  linesOf,
  products,
  register,
  storeGuestCart,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const code = 'ZUGABE';

// A change of a cart is only written if its row is still the one that was read (docs/decisions/0071).
await sql`
  create function refuse_unnoticed_change() returns trigger language plpgsql as $$
  begin
    if exists (
      -- After a savepoint the row has a later number than the transaction.
      select from carts where id = coalesce(new.cart_id, old.cart_id)
        and xmin::text::bigint < pg_current_xact_id()::text::bigint
    ) then
      raise 'Lines have changed, and the row of their cart has not';
    end if;
    return null;
  end $$
`.execute(shop.db);
await sql`
  create constraint trigger notice_change after insert or update or delete on cart_lines
  deferrable initially deferred for each row execute function refuse_unnoticed_change()
`.execute(shop.db);

test('every change of the lines of a cart also changes its row', async () => {
  const shopper = await register(shop);
  const bearer = shopper.access;
  await fillOwnCart(shop, shopper, { [products.course]: 1, [products.book]: 2 });
  for (const action of ['delete', 'add'] as const)
    await shop.call(endpoints.updateCart, {
      bearer,
      body: { action, products: linesOf({ [products.book]: 2 }) },
    });
  const { id } = await storeGuestCart(shop, { [products.course]: 1 });
  const applied = await applyCode(shop, id, code);
  expect([applied.codes, applied.value?.products.length, shop.faults]).toEqual([[], 2, []]);
  const body = { id, products: linesOf({ [products.otherCourse]: 1, [products.book]: 1 }) };
  await shop.call(endpoints.storeGuestCart, { body });
  await shop.call(endpoints.cancelCode, { body: { id } });
  await applyCode(shop, id, code);
  const merge = { merge_id: shop.context.ids.uuid(), products: body.products, bundle_cart_unique_id: id };
  expect((await shop.call(endpoints.mergeCart, { bearer, body: merge })).status).toBe(200);
  await buyAsGuest(shop, { [products.book]: 1 });
  expect(shop.faults).toEqual([]);
});

test('a code, an address and a change of lines in parallel are all stored', async () => {
  const lines = linesOf({ [products.course]: 1, [products.book]: 1 });
  for (let turn = 0; turn < 20; turn += 1) {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const answers = await Promise.all([
      applyCode(shop, id, code),
      shop.call(endpoints.setShippingAddress, { body: { id, ...vienna } }),
      shop.call(endpoints.storeGuestCart, { body: { id, products: lines } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { value } = await shop.call(endpoints.getCart, { params: { id } });
    expect(value).toMatchObject({ code, shipping_cost: 499 });
    expect(value?.products.map(({ product_id }) => product_id)).toContain(products.book);
  }
});

test('an account that is deleted at the same time gets no cart', async () => {
  const { id } = await register(shop);
  const lock = () => inTransaction(shop.db, (trx) => lockOwnCart(trx, shop.context, id));
  const { locked } = await inTransaction(shop.db, async (trx) => {
    await changeRows(trx, 'users', { id }, { deleted_at: new Date() });
    const locked = lock();
    await untilBlocked(shop.db);
    return { locked };
  });
  expect(await locked).toBeUndefined();
  expect(await rowsOf(shop.db, 'carts', { user_id: id })).toEqual([]);
});

test('the trigger of this test refuses a change of lines alone', async () => {
  await storeGuestCart(shop, { [products.course]: 1 });
  const unnoticed = shop.db.updateTable('cart_lines').set({ quantity: 2 }).execute();
  await expect(unnoticed).rejects.toThrow('the row of their cart has not');
});
