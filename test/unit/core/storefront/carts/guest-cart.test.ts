import { describe, expect, test } from 'vitest';
import type { Cart, CustomProperties } from '#core/model/cart.ts';
import type { ProductCard } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import { ok } from '#core/rules/basics/result.ts';
import { createCartItem, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { parseStoredCart, storedCartKey } from '#core/rules/carts/cart-in-storage.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { readCards } from '#core/storefront/carts/cart-in-language.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { cardOf, openShopper, openTestBrowser, type TestBrowser } from '#test/support/test-browser.ts';
import { vienna } from '#test/support/vienna.ts';

async function openGuest() {
  const opened = await openShopper();
  return { ...opened, stored: () => parseStoredCart(opened.tab.localStorage.read(storedCartKey)) };
}

describe('a guest’s cart', () => {
  test('is loading until the browser knows it, then empty', async () => {
    const tab = openTestBrowser().openTab();
    expect(tab.shop.stores.cart.snapshot.status).toBe('loading');
    await tab.start();
    expect(tab.shop.stores.cart.snapshot).toEqual({ status: 'ready', cart: emptyCart, pendingLineId: null });
  });

  test('is kept in the browser and found again after a reload', async () => {
    const { browser, tab, add, stored } = await openGuest();
    await add('raupen-lesen', 2);
    await add('clara-schumann');
    expect(tab.cart()).toMatchObject({ amount: 3, subtotal: 2 * 2800 + 9900 });
    expect(stored()).toMatchObject({ owner: 'guest', cart: { amount: 3 } });

    const again = browser.openTab();
    await again.start();
    expect(again.cart()).toEqual(tab.cart());
  });

  test('shows no message for a line that it does not have', async () => {
    const { tab, actions } = await openGuest();
    await actions.removeFromCart('raupen-lesen');
    expect(tab.notice()).toBeNull();
  });

  test('names the line that changes, so that the others stay enabled', async () => {
    const { tab, actions, add } = await openGuest();
    await add('raupen-lesen');
    const [line] = tab.cart().products;
    const changing: (string | null)[] = [];
    tab.shop.stores.cart.state$.subscribe(({ pendingLineId }) => changing.push(pendingLineId));
    await actions.editCartLine(line?.line_id ?? '', { recipient_name: 'Anna' });
    expect(changing).toContain(line?.line_id);
  });

  test.each([1, 30, 31, 61])('of %i products requests each of them once, thirty at a time', async (count) => {
    const ids = Array.from({ length: count }, (_, index) => `product-${index}`);
    const line = createCartItem('any', toProductData(cardOf('raupen-lesen')));
    const products = [...ids, ids[0] ?? ''].map((product_id) => ({ ...line, product_id }));
    const asked: string[][] = [];
    const listProductCards = (async ({ query }: { query: { ids: string } }) => {
      asked.push(query.ids.split(','));
      return ok([]);
    }) as unknown as ShopApi['listProductCards'];
    await readCards({ listProductCards } as ShopApi, { ...emptyCart, products } as Cart);
    expect(asked.flat()).toEqual(ids);
    for (const part of asked) expect(part.length).toBeLessThanOrEqual(30);
  });

  test('has the language of the page, the current prices and its own properties as soon as the shop responds', async () => {
    const { browser, tab, actions, stored } = await openGuest();
    const greeting = { delivery: 'buyer', greeting: 'Liebe Anna' } as const;
    await actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 2, custom_properties: greeting });
    const calls: string[] = [];
    const inLanguage = (api: ShopApi, locale: 'de' | 'en'): ShopApi => ({
      ...api,
      async listProductCards(input) {
        calls.push(`${locale} ${input.query.ids}`);
        const cards = await api.listProductCards(input);
        if (!cards.ok || locale === 'de') return cards;
        return ok(cards.value.map((card) => ({ ...card, title: `English ${card.slug}`, price: cents(1) })));
      },
    });
    const open = async (locale: 'de' | 'en', isDown = false) => {
      const page = browser.openTab({
        state: { locale },
        between: (api) => (isDown ? failing('listProductCards')(api) : inLanguage(api, locale)),
      });
      await page.start();
      return page
        .cart()
        .products.map((line) => [line.product_data.product_name, line.price, line.custom_properties]);
    };
    const german = [['Raupen lesen', 5_600, greeting]];
    expect(await open('de')).toEqual(german);
    expect(calls).toEqual([]);
    expect(await open('en', true)).toEqual(german);
    const english = [['English raupen-lesen', 2, greeting]];
    expect(await open('en')).toEqual(english);
    expect(stored()?.locale).toBe('en');
    expect(await open('en', true)).toEqual(english);
    // Each page that is open stays in its language.
    expect(calls).toEqual(['en raupen-lesen', 'de raupen-lesen']);
    expect(tab.cart().products).toMatchObject([{ price: 2, product_data: { product_name: 'Raupen lesen' } }]);
    await actions.setCartQuantity('raupen-lesen', 3);
    expect(tab.cart().products).toMatchObject([
      { quantity: 3, price: 8_400, product_data: { product_name: 'Raupen lesen' } },
    ]);
  });

  test('keeps the e-mail addresses of recipients, which the server does not return', async () => {
    const { browser, tab, actions, add } = await openGuest();
    const give = (custom_properties: CustomProperties) =>
      actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 1, custom_properties });
    await give({ delivery: 'email', recipient_email: 'anna@example.org', greeting: 'Liebe Anna' });
    await give({ delivery: 'email', recipient_email: 'bert@example.org' });
    await add('clara-schumann');
    const emails = () =>
      tab
        .cart()
        .products.slice(0, 2)
        .map((line) => line.custom_properties.recipient_email);
    await actions.applyCoupon('WILLKOMMEN10');
    expect(tab.cart().code).toBe('WILLKOMMEN10');
    expect(emails()).toEqual(['anna@example.org', 'bert@example.org']);
    const bert = tab.cart().products[1]?.line_id ?? '';
    await actions.editCartLine(bert, { delivery: 'email', recipient_email: 'cleo@example.org' });
    await actions.setCartQuantity('raupen-lesen', 4, tab.cart().products[0]?.line_id ?? '');
    expect(emails()).toEqual(['anna@example.org', 'cleo@example.org']);
    await actions.saveBuyer(vienna, 'gibt@example.org');
    const again = browser.openTab();
    await again.start();
    expect(
      again.cart().products.map((line) => [line.quantity, line.custom_properties.recipient_email]),
    ).toEqual([
      [4, 'anna@example.org'],
      [1, 'cleo@example.org'],
      [1, undefined],
    ]);
    const [kept] = [...browser.server.carts.values()];
    expect(kept?.lines.map((line) => line.custom_properties.recipient_email)).toEqual([
      ...emails(),
      undefined,
    ]);
  });

  test('keeps a second recipient apart, and each can be edited, counted and removed', async () => {
    const { browser, tab, actions } = await openGuest();
    const give = (custom_properties: CustomProperties) =>
      actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 2, custom_properties });
    await give({ recipient_name: 'Anna', greeting: 'Liebe Anna' });
    await give({ recipient_name: 'Bert', greeting: 'Lieber Bert' });
    await give({ greeting: 'Liebe Anna', recipient_name: 'Anna' });
    const lines = () =>
      tab.cart().products.map((line) => [line.custom_properties.recipient_name, line.quantity]);
    expect(lines()).toEqual([
      ['Anna', 4],
      ['Bert', 2],
    ]);
    const lineOf = (name: string) =>
      tab.cart().products.find((line) => line.custom_properties.recipient_name === name)?.line_id ?? '';
    await actions.setCartQuantity('raupen-lesen', 3, lineOf('Bert'));
    await actions.editCartLine(lineOf('Bert'), { recipient_name: 'Cleo', greeting: 'Lieber Bert' });
    expect(lines()).toEqual([
      ['Anna', 4],
      ['Cleo', 3],
    ]);
    const again = browser.openTab();
    await again.start();
    expect(again.cart()).toEqual(tab.cart());
    await actions.removeFromCart('raupen-lesen', lineOf('Anna'));
    expect(lines()).toEqual([['Cleo', 3]]);
  });

  test('a broken stored cart is dropped', async () => {
    const browser = openTestBrowser();
    const tab = browser.openTab();
    tab.localStorage.write(storedCartKey, '{"version":0,"products":[{}]}');
    await tab.start();
    expect(tab.cart()).toEqual(emptyCart);
    expect(tab.localStorage.read(storedCartKey)).toBeNull();
  });

  test('more of a product than may be bought is refused with a warning', async () => {
    const { tab, add } = await openGuest();
    await add('clara-schumann');
    const before = tab.cart();
    expect(await add('clara-schumann')).toEqual({ ok: false, error: { code: 'EXCEED_LIMIT' } });
    expect(tab.notice()).toBe('component:giftBox.exceedLimitOf');
    expect(tab.shop.stores.notification.snapshot.current).toMatchObject({
      type: 'warning',
      title: { key: 'component:giftBox.deleteTitle' },
    });
    expect(tab.cart()).toEqual(before);
  });

  test('takes at most a hundred lines, and keeps them', async () => {
    const { browser, tab, actions, add } = await openGuest();
    const greeted = (greeting: string) => {
      return { product: cardOf('raupen-lesen'), quantity: 1, custom_properties: { greeting } };
    };
    await actions.addProducts(Array.from({ length: 100 }, (_, index) => greeted(`Gruß ${index}`)));
    expect(await add('clara-schumann')).toEqual({ ok: false, error: { code: 'EXCEED_LIMIT' } });
    expect(tab.notice()).toBe('component:giftBox.cartFull');
    expect(await actions.addToCart(greeted('Gruß 7'))).toMatchObject({ ok: true });
    const again = browser.openTab();
    await again.start();
    expect([again.cart().products.length, again.cart().amount]).toEqual([100, 101]);
  });

  test('stock is a limit, too: a message names the possible quantity, when adding and when changing', async () => {
    const { tab, actions } = await openGuest();
    const addOf = (stock: number, quantity: number) =>
      actions.addToCart({ product: { ...cardOf('druckwerkstatt'), stock }, quantity });
    const told = () => {
      const { title, message } = tab.shop.stores.notification.snapshot.current ?? {};
      return [title, message];
    };
    const name = cardOf('druckwerkstatt').title;
    await addOf(0, 1);
    expect(told()[1]).toEqual({ key: 'component:giftBox.soldOutOf', params: { name, quantity: 0 } });
    expect(await addOf(2, 3)).toEqual({ ok: false, error: { code: 'OUT_OF_STOCK' } });
    expect(told()).toEqual([
      { key: 'component:giftBox.deleteTitle' },
      { key: 'component:giftBox.outOfStockOf', params: { name, quantity: 2 } },
    ]);
    expect(tab.cart()).toEqual(emptyCart);
    await addOf(2, 1);
    await actions.setCartQuantity('druckwerkstatt', 5);
    expect(tab.cart().amount).toBe(2);
    expect(told()).toEqual([
      { key: 'component:giftBox.limitTitle' },
      { key: 'component:giftBox.outOfStockOf', params: { name, quantity: 2 } },
    ]);
    // The stock of a newer product card counts.
    await addOf(4, 1);
    await actions.setCartQuantity('druckwerkstatt', 4);
    expect(tab.cart().amount).toBe(4);
    await addOf(1, 1);
    await actions.setCartQuantity('druckwerkstatt', 3);
    expect(tab.cart().amount).toBe(3);
  });

  test('a quantity stays between 1 and the maximum', async () => {
    const { tab, actions, add } = await openGuest();
    await add('zeichentisch');
    await actions.setCartQuantity('zeichentisch', 9);
    expect(tab.cart().amount).toBe(3);
    await actions.setCartQuantity('zeichentisch', 0);
    expect(tab.cart().amount).toBe(1);
  });

  test('a changed quantity changes and stores nothing when nothing is stored any more', async () => {
    const { tab, actions, add, stored } = await openGuest();
    await add('raupen-lesen', 2);
    await add('clara-schumann');
    const before = tab.cart();
    tab.localStorage.remove(storedCartKey);
    expect(await actions.setCartQuantity('raupen-lesen', 3)).toEqual({ ok: true, value: before });
    expect(tab.cart()).toEqual(before);
    expect(stored()).toBeNull();
  });
});

describe('the prices of a stored guest cart', () => {
  const hour = 3_600_000;
  const anna = { recipient_name: 'Anna', recipient_email: 'anna@example.org', greeting: 'Liebe Anna' };
  const dearer = { 'raupen-lesen': { price: cents(3_100) } };

  /** Wraps an API so that its cards have these changes, null for none; `calls` gets the requested ids. */
  const shopWith =
    (changes: Readonly<Record<string, Partial<ProductCard> | null>>, calls: string[] = []) =>
    (api: ShopApi): ShopApi => ({
      ...api,
      async listProductCards(input) {
        calls.push(input.query.ids);
        const cards = await api.listProductCards(input);
        if (!cards.ok) return cards;
        const sold = cards.value.filter(({ id }) => changes[id] !== null);
        return ok(sold.map((card) => ({ ...card, ...changes[card.id] })));
      },
    });

  /** Opens a guest with two books for Anna, one for nobody, and a course in the cart. */
  async function openStored() {
    const opened = await openGuest();
    const { actions, add } = opened;
    await actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 2, custom_properties: anna });
    await add('raupen-lesen');
    await add('clara-schumann');
    return opened;
  }

  async function openLater(browser: TestBrowser, between: (api: ShopApi) => ShopApi, clockAhead = hour + 1) {
    const page = browser.openTab({ between, clockAhead });
    await page.start();
    return page;
  }

  test.each([
    [0, 2_800],
    [hour, 2_800],
    [hour + 1, 3_100],
    [-1, 3_100],
  ])('are read again %i ms later only after an hour, or when the clock was set back', async (age, unit) => {
    const { browser } = await openStored();
    const calls: string[] = [];
    const page = await openLater(browser, shopWith(dearer, calls), age);
    expect(page.cart().products.map(({ price }) => price)).toEqual([2 * unit, unit, 9_900]);
    expect(calls).toEqual(unit === 2_800 ? [] : ['raupen-lesen,clara-schumann']);
  });

  test('that have changed are reported once, by the page that read them, and shown by every page', async () => {
    const { browser, tab, stored } = await openStored();
    const before = tab.cart().products;
    const page = await openLater(browser, shopWith(dearer));
    const params = { name: 'Raupen lesen', price: '31,00\u00a0€' };
    expect(page.shop.stores.notification.snapshot.recent).toMatchObject([
      {
        type: 'warning',
        title: { key: 'component:cart.notice.pricesTitle' },
        message: { key: 'component:cart.notice.priceText', params },
      },
    ]);
    expect(page.cart()).toMatchObject({ amount: 4, subtotal: 19_200, total: 19_200, shipping_cost: null });
    const product_data = { ...before[0]?.product_data, price: 3_100 };
    expect(page.cart().products).toEqual([
      { ...before[0], price: 6_200, product_data },
      { ...before[1], price: 3_100, product_data },
      before[2],
    ]);
    expect([tab.cart(), stored()?.cart]).toEqual([page.cart(), page.cart()]);
    expect(tab.notice()).toBeNull();

    const calls: string[] = [];
    const again = await openLater(browser, shopWith(dearer, calls));
    expect([calls, again.notice()]).toEqual([[], null]);
  });

  test('of several products that have changed are reported together', async () => {
    const { browser } = await openStored();
    const page = await openLater(browser, shopWith({ ...dearer, 'clara-schumann': { price: cents(8_900) } }));
    expect(page.notice()).toBe('component:cart.notice.pricesText');
    expect(page.cart().total).toBe(18_200);
  });

  test('of products that are no longer sold stay, without a message', async () => {
    const { browser, tab } = await openStored();
    const before = tab.cart();
    const page = await openLater(browser, shopWith({ 'raupen-lesen': null }));
    expect([page.cart(), page.notice()]).toEqual([before, null]);
  });

  test('are read with the limits: no line is above the maximum of its product, which is reported', async () => {
    const { browser } = await openStored();
    const changes = { 'raupen-lesen': { max_quantity: 1 }, 'clara-schumann': { stock: 0 } };
    const page = await openLater(browser, shopWith(changes));
    expect(page.cart().products).toMatchObject([
      { quantity: 1, price: 2_800, product_data: { max_quantity: 1 } },
      { quantity: 1, price: 2_800 },
      { quantity: 1, price: 9_900, product_data: { stock: 0 } },
    ]);
    expect(page.shop.stores.notification.snapshot.recent).toMatchObject([
      { message: { key: 'component:giftBox.exceedLimitOf', params: { name: 'Raupen lesen', quantity: 1 } } },
    ]);
  });

  test('stay when the shop cannot be reached, and are read by the next page', async () => {
    const { browser, tab, stored } = await openStored();
    const [before, text] = [tab.cart(), stored()];
    const offline = await openLater(browser, failing('listProductCards'));
    expect([offline.cart(), stored(), offline.notice()]).toEqual([before, text, null]);
    const page = await openLater(browser, shopWith(dearer));
    expect(page.cart().subtotal).toBe(19_200);
  });

  test.each([undefined, 'yesterday', 0.5])(
    'are read when the stored time is %j, as in carts of earlier versions',
    async (read_at) => {
      const { browser, tab } = await openStored();
      const stored = JSON.parse(tab.localStorage.read(storedCartKey) ?? '');
      tab.localStorage.write(storedCartKey, JSON.stringify({ ...stored, read_at }));
      const page = await openLater(browser, shopWith(dearer), 0);
      expect(page.cart()).toMatchObject({ amount: 4, subtotal: 19_200 });
    },
  );

  test('are read once by pages that open together', async () => {
    const { browser, tab } = await openStored();
    const calls: string[] = [];
    const pages = await Promise.all([0, 1].map(() => openLater(browser, shopWith(dearer, calls))));
    expect(calls).toHaveLength(1);
    expect(pages.flatMap(({ shop }) => shop.stores.notification.snapshot.recent)).toHaveLength(1);
    for (const page of pages) expect(page.cart()).toEqual(tab.cart());
    expect(tab.cart().subtotal).toBe(19_200);
  });

  test('have the age of the first product; further products do not change it', async () => {
    const { browser, actions, add } = await openStored();
    browser.time.advance(hour);
    await add('emmy-noether');
    const calls: string[] = [];
    await openLater(browser, shopWith({}, calls), 1);
    expect(calls).toEqual(['raupen-lesen,clara-schumann,emmy-noether']);
    browser.time.advance(2 * hour);
    for (const id of ['raupen-lesen', 'clara-schumann', 'emmy-noether']) await actions.removeFromCart(id);
    await openLater(browser, shopWith({}, calls));
    await add('emmy-noether');
    await openLater(browser, shopWith({}, calls), hour);
    expect(calls).toHaveLength(1);
  });

  /** Opens a page that waits for the response with the current prices. */
  async function openWaiting() {
    const opened = await openStored();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const between = (api: ShopApi): ShopApi => ({
      ...api,
      async listProductCards(input) {
        asked.resolve();
        await answered.promise;
        return shopWith(dearer)(api).listProductCards(input);
      },
    });
    opened.browser.time.advance(hour + 1);
    const page = opened.browser.openTab({ between });
    const started = page.start();
    await asked.promise;
    return { ...opened, page, started, answer: answered.resolve };
  }

  test('do not restore a cart that was paid meanwhile', async () => {
    const { tab, page, started, answer } = await openWaiting();
    tab.localStorage.remove(storedCartKey);
    answer();
    await started;
    expect([page.cart(), page.notice()]).toEqual([emptyCart, null]);
    expect(tab.localStorage.read(storedCartKey)).toBeNull();
  });

  test('do not hinder a login meanwhile: all products are the learner’s', async () => {
    const { page, stored, started, answer } = await openWaiting();
    const isLoggedIn = Promise.withResolvers<void>();
    page.shop.stores.session.state$.subscribe(({ status }) => {
      if (status === 'logged_in') isLoggedIn.resolve();
    });
    const loggedIn = page.shop.actions.logIn(learnerCredentials);
    await isLoggedIn.promise;
    answer();
    await Promise.all([started, loggedIn]);
    expect(page.cart()).toMatchObject({ amount: 4, subtotal: 18_300 });
    expect(stored()?.owner).not.toBe('guest');
  });
});

describe('the shipping address of a guest', () => {
  test('determines the shipping cost and is not stored in the browser', async () => {
    const { tab, actions, add } = await openGuest();
    await add('raupen-lesen');
    expect(tab.cart().shipping_cost).toBeNull();
    await actions.saveBuyer(vienna, 'gast@example.org');
    expect(tab.cart()).toMatchObject({ shipping_cost: 499, total: 2800 + 499 });
    expect(tab.localStorage.read(storedCartKey)).not.toMatch(/Ringstra|gast@example/);
  });

  test('in a country without delivery is refused, and the field is named', async () => {
    const { actions, add } = await openGuest();
    await add('raupen-lesen');
    expect(await actions.saveBuyer({ ...vienna, country: 'FR' }, 'gast@example.org')).toMatchObject({
      error: { code: 'COUNTRY_NOT_DELIVERED', fields: { country: expect.any(String) } },
    });
  });
});

test('a message closes by itself after five seconds', async () => {
  const { browser, tab, actions, add } = await openGuest();
  await add('raupen-lesen');
  await actions.removeFromCart('raupen-lesen');
  browser.time.advance(4999);
  expect(tab.notice()).not.toBeNull();
  browser.time.advance(1);
  expect(tab.notice()).toBeNull();
});
