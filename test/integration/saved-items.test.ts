import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { apiTexts } from '#app/api-texts.ts';
import { mostSavedItems } from '#core/model/values.ts';
import { parseSharedCart } from '#core/rules/shared-cart.ts';
import { deliverMail } from '#server/mail/delivery/outbox.ts';
import type { Shopper } from '#test/integration/support/shoppers.ts';
import { fillOwnCart, linesOf, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';

const shop = await openTestShop();

const calls = ({ access: bearer }: Shopper) => ({
  save: (line_id: string) => shop.call(endpoints.saveCartLine, { bearer, body: { line_id } }),
  restore: (line_id: string) => shop.call(endpoints.restoreSavedItem, { bearer, body: { line_id } }),
  remove: (line_id: string) => shop.call(endpoints.removeSavedItem, { bearer, params: { line_id } }),
  merge: (lines: ReturnType<typeof linesOf>) =>
    shop.call(endpoints.addSavedItems, { bearer, body: { products: lines } }),
  saved: async (query = {}) => {
    const { value } = await shop.call(endpoints.listSavedItems, { bearer, query });
    return value?.data.map(({ id, attributes }) => [id, attributes.quantity]);
  },
  cart: async () => {
    const { value } = await shop.call(endpoints.getOwnCart, { bearer });
    return value?.products.map(({ line_id, quantity }) => [line_id, quantity]);
  },
});

describe('what a learner saves for later', () => {
  test('leaves the cart, adds up, and comes back', async () => {
    const shopper = await register(shop);
    const { save, restore, remove, saved, cart } = calls(shopper);
    await fillOwnCart(shop, shopper, { [products.course]: 1, [products.book]: 2 });
    expect((await save(products.book)).value?.products).toHaveLength(1);
    shop.advance(1000);
    await fillOwnCart(shop, shopper, { [products.book]: 3 });
    await save(products.book);
    shop.advance(1000);
    await save(products.course);
    expect(await saved()).toEqual([
      [products.course, 1],
      [products.book, 5],
    ]);
    expect(await saved({ 'page[size]': '1', 'page[number]': '2' })).toEqual([[products.book, 5]]);
    expect(await cart()).toEqual([]);
    expect((await restore(products.book)).value).toMatchObject({ error: null, amount: 5 });
    expect(await saved()).toEqual([[products.course, 1]]);
    expect((await remove(products.course)).status).toBe(200);
    expect((await remove(products.course)).codes).toEqual(['NOT_FOUND']);
    expect(await saved()).toEqual([]);
    for (const response of [await save('gibt-es-nicht'), await restore(products.course)])
      expect(response.codes).toEqual(['NOT_FOUND']);
  });

  test('stays saved when the cart cannot take it', async () => {
    const shopper = await register(shop);
    const { save, restore, saved, cart } = calls(shopper);
    await fillOwnCart(shop, shopper, { [products.course]: 1 });
    await save(products.course);
    await fillOwnCart(shop, shopper, { [products.course]: 1 });
    expect((await restore(products.course)).value?.error).toBe('EXCEED_LIMIT');
    expect([await saved(), await cart()]).toEqual([[[products.course, 1]], [[products.course, 1]]]);
  });

  test('is neither doubled nor lost by parallel moves, back and forth', async () => {
    const shopper = await register(shop);
    const { save, restore, saved, cart } = calls(shopper);
    await fillOwnCart(shop, shopper, { [products.book]: 4 });
    const moves = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? save(products.book) : restore(products.book),
      ),
    );
    for (const { status } of moves) expect([200, 404]).toContain(status);
    expect([...((await saved()) ?? []), ...((await cart()) ?? [])]).toEqual([[products.book, 4]]);
  });

  test('takes a guest’s saved items, once, up to fifty; strangers see none of it', async () => {
    const [shopper, stranger] = [await register(shop), await register(shop)];
    const { merge, saved, save } = calls(shopper);
    const guest = [...linesOf({ [products.book]: 2, 'gibt-es-nicht': 1 })];
    const merges = await Promise.all([merge(guest), merge(guest), merge(guest)]);
    expect(merges.map(({ value }) => value?.left_out)).toEqual([0, 0, 0]);
    expect(await saved()).toEqual([[products.book, 2]]);
    const many = Array.from({ length: mostSavedItems }, (_, index) => ({
      product_id: products.gift,
      quantity: 1,
      custom_properties: { greeting: `Nummer ${index}` },
    }));
    expect((await merge(many)).value?.left_out).toBe(1);
    await fillOwnCart(shop, shopper, { [products.course]: 1 });
    expect((await save(products.course)).codes).toEqual(['SAVED_ITEMS_FULL']);
    expect(await calls(stranger).saved()).toEqual([]);
    expect((await calls(stranger).remove(products.book)).codes).toEqual(['NOT_FOUND']);
    expect(await saved({ 'page[size]': '100' })).toHaveLength(mostSavedItems);
  });
});

describe('a cart by mail', () => {
  const mail = (email: string, lines: Readonly<Record<string, number>>, address?: string) =>
    shop.call(endpoints.mailCart, {
      body: { email, products: linesOf(lines) },
      ...(address === undefined ? {} : { address }),
    });

  test('holds the products that are sold, and a link that brings them back', async () => {
    const email = 'anna@example.com';
    expect((await mail(email, { [products.book]: 2, 'gibt-es-nicht': 1, [products.course]: 1 })).status).toBe(
      202,
    );
    const mailer = createMemoryMailer();
    while ((await deliverMail(shop.context, { mailer, texts: apiTexts.mails })) > 0);
    const [message, ...others] = mailer.delivered.filter(({ recipient }) => recipient === email);
    expect(others).toEqual([]);
    const link = /http\S+\/de\/warenkorb\S+/.exec(message?.text ?? '')?.[0] ?? '';
    expect(parseSharedCart(new URL(link).searchParams.get('produkte'))).toEqual([
      { product_id: products.book, quantity: 2 },
      { product_id: products.course, quantity: 1 },
    ]);
    expect(message?.text).toContain('Das ist die einzige Nachricht dazu');
    const row = await shop.db
      .selectFrom('outbox')
      .select('facts')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.facts, 'what was in the cart is not kept').toEqual({});
  });

  test('is not sent without a product that is sold', async () => {
    expect((await mail('berta@example.com', { 'gibt-es-nicht': 1 })).codes).toEqual(['CART_EMPTY']);
  });

  test('goes to an address three times a day, and from a client ten times an hour', async () => {
    const toOne: number[] = [];
    for (let count = 0; count < 4; count += 1)
      toOne.push((await mail('carl@example.com', { [products.book]: 1 })).status);
    expect(toOne).toEqual([202, 202, 202, 429]);
    const fromOne: number[] = [];
    for (let count = 0; count < 11; count += 1)
      fromOne.push((await mail(`d-${count}@example.com`, { [products.book]: 1 }, '198.51.100.9')).status);
    expect(fromOne.indexOf(429)).toBe(10);
    shop.advance(24 * 60 * 60_000);
    expect((await mail('carl@example.com', { [products.book]: 1 })).status).toBe(202);
  });
});
