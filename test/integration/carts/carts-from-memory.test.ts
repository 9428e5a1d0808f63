import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CatalogueCache, createCatalogueCache } from '#server/carts/pricing-catalogue.ts';
import { getCart, storeGuestCart, updateCart } from '#server/carts/update-cart.ts';
import { applyCode } from '#server/coupons/apply-code.ts';
import { checkOutOrder } from '#server/orders/check-out-order.ts';
import { createOrder } from '#server/orders/create-order.ts';
import { listenForCatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import { createOrderShop, paymentOf, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { changeRows, insertRows } from '#test/integration/support/rows.ts';
import { linesOf } from '#test/integration/support/shoppers.ts';

const { db, connectionString } = await openTestDatabase();
const shop = createOrderShop(db);
const log = { info() {}, warn() {}, error() {} };

await sellProduct(db, { id: 'drawing', kind: 'course', price: 8_900 });
await sellProduct(db, { id: 'atlas', kind: 'book', price: 2_800, stock: 50 });
await db.insertInto('promotions').values({ id: 'tenth', kind: 'percent', value: 10 }).execute();
await db.insertInto('coupon_codes').values({ code: 'TENTH', promotion_id: 'tenth' }).execute();

/** Stores a user with an active session. */
async function openUser() {
  const user = { id: shop.context.ids.uuid(), sessionId: shop.context.ids.uuid() };
  const now = new Date();
  await insertRows(db, 'users', {
    id: user.id,
    email: `${user.id}@example.org`,
    preferred_language: 'de',
    created_at: now,
  });
  await insertRows(db, 'sessions', {
    id: user.sessionId,
    user_id: user.id,
    refresh_hash: Buffer.from(user.sessionId),
    created_at: now,
    last_used_at: now,
  });
  return user;
}

type User = Awaited<ReturnType<typeof openUser>>;

const setPrice = (price_cents: number) => changeRows(db, 'products', { id: 'drawing' }, { price_cents });
const setStock = (stock: number) => changeRows(db, 'products', { id: 'atlas' }, { stock });
const newLines = (lines: Record<string, number>) =>
  linesOf(lines).map((line) => ({ ...line, custom_properties: {} }));

/** Returns cart services with this catalogue. */
function withCatalogue(catalogue: CatalogueCache) {
  const context = { ...shop.context, catalogue };
  const guestCart = async (lines: Record<string, number>, id?: string) => {
    const products = newLines(lines);
    const stored = await storeGuestCart(context, { id, products }, shop.callerFor(null));
    if (!stored.ok) throw new Error(stored.error.code);
    return stored.value;
  };
  const change = async (user: User, action: 'add' | 'update', lines: Record<string, number>) => {
    const changed = await updateCart(context, user, { action, products: newLines(lines) }, 'de');
    if (!changed.ok) throw new Error(changed.error.code);
    return changed.value;
  };
  return { context, guestCart, change };
}

async function listen() {
  const changes = await listenForCatalogueChanges({ connectionString, log });
  onTestFinished(() => changes.stop());
  return changes;
}

/** Creates a catalogue that is never notified of changes. */
const staleCatalogue = () => createCatalogueCache({ version: () => 1 });

describe('a cart that is changed', () => {
  test('soon has a price that another process has changed', async () => {
    await setPrice(8_900);
    const { change } = withCatalogue(createCatalogueCache(await listen()));
    const user = await openUser();
    expect((await change(user, 'add', { drawing: 1 })).subtotal).toBe(8_900);
    await setPrice(9_100);
    const subtotal = async () => (await change(user, 'update', { drawing: 1 })).subtotal;
    await expect.poll(subtotal).toBe(9_100);
  });

  test('has a price that was changed while the connection for notifications was lost', async () => {
    await setPrice(8_900);
    const changes = await listen();
    const { change } = withCatalogue(createCatalogueCache(changes));
    const user = await openUser();
    expect((await change(user, 'add', { drawing: 1 })).subtotal).toBe(8_900);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'meisterhand-changes' and datname = current_database()`.execute(db);
    await expect.poll(() => changes.version()).toBeNull();
    await setPrice(9_200);
    expect((await change(user, 'update', { drawing: 1 })).subtotal).toBe(9_200);
    await expect.poll(() => changes.version()).not.toBeNull();
    expect((await change(user, 'update', { drawing: 1 })).subtotal).toBe(9_200);
  });

  test('is limited by the current stock and courses of its owner', async () => {
    const { change } = withCatalogue(staleCatalogue());
    const user = await openUser();
    expect((await change(user, 'add', { atlas: 3 })).error).toBeNull();
    await setStock(3);
    expect(await change(user, 'add', { atlas: 1 })).toMatchObject({
      error: 'OUT_OF_STOCK',
      error_limit: { product_id: 'atlas', quantity: 3 },
    });
    await insertRows(db, 'entitlements', {
      id: shop.context.ids.uuid(),
      user_id: user.id,
      course_id: 'drawing',
      granted_at: new Date(),
    });
    expect((await change(user, 'add', { drawing: 1 })).error).toBe('ALREADY_OWNED');
  });

  test('reads nothing of a product twice until something changes, and a new product once', async () => {
    let version = 1;
    const catalogue = createCatalogueCache({ version: () => version });
    await catalogue.read(db, 'de', ['drawing', 'atlas']);
    let queries = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1;
        return result;
      },
    });
    const ids = async (...asked: string[]) => [
      ...(await catalogue.read(counted, 'de', asked)).products.keys(),
    ];
    expect(await ids('atlas')).toContain('atlas');
    expect(queries).toBe(0);
    await sellProduct(db, { id: 'globe', kind: 'book', price: 5_200 });
    expect(await ids('atlas', 'globe')).toContain('globe');
    expect(await ids('globe', 'drawing')).toEqual(expect.arrayContaining(['globe', 'drawing']));
    expect(queries).toBe(1);
    version += 1;
    expect(await ids('drawing')).toEqual(['drawing']);
    expect(queries).toBe(2);
  });
});

describe('a session that has ended', () => {
  const ended = { revoked_at: new Date() };

  test('changes no cart, whether the user has one or not', async () => {
    const { change } = withCatalogue(staleCatalogue());
    const [owner, newcomer] = [await openUser(), await openUser()];
    await change(owner, 'add', { drawing: 1 });
    const ids = [owner.sessionId, newcomer.sessionId];
    await db.updateTable('sessions').set(ended).where('id', 'in', ids).execute();
    for (const user of [owner, newcomer])
      await expect(change(user, 'add', { drawing: 1 })).rejects.toThrow('UNAUTHENTICATED');
    const carts = await db
      .selectFrom('carts')
      .leftJoin('cart_lines', 'cart_lines.cart_id', 'carts.id')
      .select(['user_id', 'quantity'])
      .where('user_id', 'in', [owner.id, newcomer.id])
      .execute();
    expect(carts).toEqual([{ user_id: owner.id, quantity: 1 }]);
  });

  test('is like the session of another user or of a deleted user', async () => {
    const { change } = withCatalogue(staleCatalogue());
    const [user, other] = [await openUser(), await openUser()];
    await change(user, 'add', { drawing: 1 });
    const mixed = { id: user.id, sessionId: other.sessionId };
    await expect(change(mixed, 'update', { drawing: 1 })).rejects.toThrow('UNAUTHENTICATED');
    await changeRows(db, 'users', { id: user.id }, { is_active: false });
    await expect(change(user, 'update', { drawing: 1 })).rejects.toThrow('UNAUTHENTICATED');
  });
});

describe('what is charged', () => {
  test('is read from the database: an order has the new price, and a later change needs another review', async () => {
    await setPrice(8_900);
    const { context, guestCart } = withCatalogue(staleCatalogue());
    const id = (await guestCart({})).bundle_cart_unique_id ?? '';
    expect((await guestCart({ drawing: 1 }, id)).total).toBe(8_900);
    await setPrice(9_300);
    // This process was not notified of the change.
    expect((await guestCart({ drawing: 1 }, id)).total).toBe(8_900);
    const email = 'waits@example.org';
    const body = { email, template: 'order', bundle_cart_unique_id: id } as const;
    const ordered = await createOrder(context, shop.callerFor(null), { ...body, products: [] });
    if (!ordered.ok) throw new Error(ordered.error.code);
    const order = ordered.value.data;
    expect(order.attributes.total).toBe(9_300);
    await setPrice(9_400);
    const pay = (expected_total: number) => {
      const payment = paymentOf(order.id, 'fake-valid-nonce', expected_total);
      return checkOutOrder(context, shop.callerFor(order.id), payment);
    };
    expect(await pay(9_300)).toMatchObject({ ok: false, error: { code: 'TOTAL_CHANGED' } });
    expect(await pay(9_400)).toMatchObject({ ok: true, value: { attributes: { total: 9_400 } } });
  });
});

describe('a change between reading and writing a cart', () => {
  /** Returns services that run another change once, after they have read the cart and before they write it. */
  function interrupted(other: () => Promise<unknown>) {
    const catalogue = staleCatalogue();
    let isDone = false;
    return withCatalogue({
      async read(...asked) {
        if (!isDone) {
          isDone = true;
          await other();
        }
        return catalogue.read(...asked);
      },
    });
  }

  test('of a user’s lines is not lost', async () => {
    const user = await openUser();
    const { change } = withCatalogue(staleCatalogue());
    await change(user, 'add', { drawing: 1 });
    const slow = interrupted(() => change(user, 'add', { atlas: 1 }));
    const cart = await slow.change(user, 'add', { atlas: 1 });
    expect(cart.products.map((line) => [line.product_id, line.quantity])).toEqual([
      ['drawing', 1],
      ['atlas', 2],
    ]);
    expect(await getCart(slow.context, { public_id: cart.bundle_cart_unique_id ?? '', user }, 'de')).toEqual(
      cart,
    );
  });

  test('that creates the cart is not lost either', async () => {
    const user = await openUser();
    await setStock(3);
    const all = await inParallel(4, () => withCatalogue(staleCatalogue()).change(user, 'add', { atlas: 1 }));
    const results = all.map(({ amount, error }) => `${amount} ${error}`).toSorted();
    expect(results).toEqual(['1 null', '2 null', '3 OUT_OF_STOCK', '3 null']);
  });

  test('of a guest’s code counts in the returned price', async () => {
    await setPrice(8_900);
    const { guestCart, context } = withCatalogue(staleCatalogue());
    const id = (await guestCart({ drawing: 1 })).bundle_cart_unique_id ?? '';
    const asking = { user: null, locale: 'de', address: '192.0.2.7' } as const;
    const slow = interrupted(() => applyCode(context, { id, code: 'TENTH', campaign: null }, asking));
    const cart = await slow.guestCart({ drawing: 1, atlas: 1 }, id);
    expect([cart.code, cart.discounts.total]).toEqual(['TENTH', 890]);
  });
});
