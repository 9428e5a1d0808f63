import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import {
  berlin,
  fillOwnCart,
  products,
  register,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/** Refusals that are rare in practice: rate limits, size limits, unknown ids and outages. */
const shop = await openTestShop();

const nobodys = 'A'.repeat(22);

/** Repeats a call until it is refused with 429. Returns the number of calls before that. */
async function untilRefused(
  call: () => Promise<{ readonly status: number; readonly headers: Headers }>,
): Promise<number> {
  for (let count = 0; count < 500; count += 1) {
    const { status, headers } = await call();
    if (status !== 429) continue;
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    return count;
  }
  throw new Error('It was never refused');
}

test('unknown carts', async () => {
  const cancelled = await shop.call(endpoints.cancelCode, { body: { id: nobodys } });
  expect(cancelled.codes).toEqual(['NOT_FOUND']);
  const ordered = await shop.call(endpoints.createOrder, {
    body: { bundle_cart_unique_id: nobodys, email: 'somebody@example.org' },
  });
  expect(ordered.codes).toEqual(['NOT_FOUND']);
  const fitting = await shop.call(endpoints.listBundles, { query: { fb: 'true', id: nobodys } });
  expect(fitting.codes).toEqual(['NOT_FOUND']);
});

test('pieces of which unfinished orders of a network hold half', async () => {
  const box = 'gift-box-zeichentisch';
  await shop.db.updateTable('products').set({ stock: 3 }).where('id', '=', box).execute();
  const begin = async (email: string) => {
    const { id } = await storeGuestCart(shop, { [box]: 1 });
    await shop.call(endpoints.setShippingAddress, { body: { id, email, ...berlin } });
    const ordered = await shop.call(endpoints.createOrder, { body: { email, bundle_cart_unique_id: id } });
    if (ordered.value === null) throw new Error(`Not ordered: ${ordered.text}`);
    const { data, meta } = ordered.value;
    return shop.call(endpoints.checkOutOrder, {
      orderToken: meta?.order_token ?? '',
      address: 'one network',
      body: {
        id: data.id,
        payment_method_nonce: `fake-redirect-action-nonce#${id}`,
        expected_total: data.attributes.amount_due,
        waiver_accepted: true,
      },
    });
  };
  expect((await begin('eins@example.org')).value?.data.attributes.state).toBe('awaiting_action');
  expect((await begin('zwei@example.org')).codes).toEqual(['STOCK_HELD']);
});

test('a product that is no longer sold', async () => {
  const params = { slug: 'hildegard-von-bingen' };
  expect((await shop.call(endpoints.getProduct, { params })).status).toBe(200);
  await shop.db.updateTable('products').set({ is_active: false }).where('slug', '=', params.slug).execute();
  const gone = await shop.call(endpoints.getProduct, { params });
  expect([gone.status, gone.codes]).toEqual([410, ['GONE']]);
});

test('an address book that is full', async () => {
  const { id: user_id, access: bearer } = await register(shop);
  const created_at = new Date(shop.context.clock.now());
  const addresses = Array.from({ length: 99 }, () => ({
    id: shop.context.ids.uuid(),
    user_id,
    fields: JSON.stringify(berlin),
    is_default_shipping: false,
    is_default_billing: false,
    created_at,
  }));
  await shop.db.insertInto('addresses').values(addresses).execute();
  const add = () =>
    shop.call(endpoints.createAddress, {
      bearer,
      body: { data: { type: 'addresses', attributes: berlin } },
    });
  expect((await add()).status).toBe(201);
  const last = await add();
  expect([last.status, last.codes]).toEqual([409, ['EXCEED_LIMIT']]);
});

test('registrations from one address', async () => {
  const { email } = await register(shop);
  const again = { email, password: 'drei Äpfel im Regal', password_confirmation: 'drei Äpfel im Regal' };
  const count = await untilRefused(() =>
    shop.call(endpoints.registerUser, {
      address: 'one household',
      body: { data: { type: 'users', attributes: again } },
    }),
  );
  expect(count).toBeGreaterThanOrEqual(20);
});

test('guesses of login codes from one address', async () => {
  const count = await untilRefused(() =>
    shop.call(endpoints.logInWithCode, {
      address: 'one guesser',
      body: { email: 'somebody@example.org', code: '123456' },
    }),
  );
  expect(count).toBeGreaterThanOrEqual(5);
});

test('codes for a change of the e-mail address', async () => {
  const { access: bearer } = await register(shop);
  const count = await untilRefused(() => shop.call(endpoints.requestEmailCode, { bearer, body: {} }));
  expect(count).toBeGreaterThanOrEqual(3);
});

test('registration through a campaign: common passwords and guesses', async () => {
  const enter = (password: string, address?: string) =>
    shop.call(endpoints.enterCampaign, {
      ...(address === undefined ? {} : { address }),
      body: { email: 'campaign@example.org', password, code: 'GESCHENK-CLARA' },
    });
  expect((await enter('password123')).codes).toEqual(['PASSWORD_TOO_COMMON']);
  const { email } = await register(shop);
  const count = await untilRefused(() =>
    shop.call(endpoints.enterCampaign, {
      address: 'one guesser',
      body: { email, password: 'ganz sicher falsch', code: 'GESCHENK-CLARA' },
    }),
  );
  expect(count).toBeGreaterThanOrEqual(3);
});

test('a subscription’s payment method: gateway unreachable, too many declined cards, subscription ended', async () => {
  const { access: bearer, ...shopper } = await register(shop);
  const cart = await fillOwnCart(shop, { access: bearer, ...shopper }, { [products.membership]: 1 });
  const { value } = await shop.call(endpoints.createOrder, {
    bearer,
    body: { bundle_cart_unique_id: cart.bundle_cart_unique_id ?? '' },
  });
  await shop.call(endpoints.checkOutOrder, {
    bearer,
    body: {
      id: value?.data.id ?? '',
      payment_method_nonce: 'fake-valid-nonce',
      expected_total: value?.data.attributes.amount_due ?? -1,
      waiver_accepted: true,
    },
  });
  const list = await shop.call(endpoints.listSubscriptions, { bearer });
  const params = { id: list.value?.data[0]?.id ?? '' };
  const token = () => shop.call(endpoints.createSubscriptionClientToken, { bearer, params });
  const change = () =>
    shop.call(endpoints.changePaymentMethod, {
      bearer,
      params,
      body: { payment_method_nonce: 'fake-valid-nonce' },
    });
  shop.gateway.setOutage(true);
  const away = [await token(), await change()];
  shop.gateway.setOutage(false);
  for (const { status, codes, headers } of away) {
    expect([status, codes]).toEqual([503, ['PAYMENT_UNAVAILABLE']]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  let cards = 0;
  const declined = () => {
    cards += 1;
    const payment_method_nonce = `fake-processor-declined-visa-nonce#${cards}`;
    return shop.call(endpoints.changePaymentMethod, { bearer, params, body: { payment_method_nonce } });
  };
  expect(await untilRefused(declined)).toBe(10);
  await shop.db.updateTable('subscriptions').set({ status: 'expired' }).where('id', '=', params.id).execute();
  for (const over of [await token(), await change()]) expect(over.codes).toEqual(['NOTHING_TO_CHARGE']);
});

test('the server logged no fault in these tests', () => {
  expect(shop.faults).toEqual([]);
});
