import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { type Place, places, replaced, valueAt } from '#test/integration/support/places.ts';
import {
  createSubject,
  type SampleCall,
  type SampleSubject,
  sampleCalls,
  sendSample,
} from '#test/integration/support/sample-calls.ts';
import { berlin, fillOwnCart, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/**
 * User A sends the ids of user B in every call that takes an id. The server must refuse each call, and
 * nothing that user B can see may change.
 */
const shop = await openTestShop();

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const secretForm = /^[A-Za-z0-9_-]{22,128}$/;

/** Matches the names of fields that contain an id, anywhere in a request. */
const idField = /^(?:id|.+_id)$/;

/** Ids that the client or its device generates, so that the id of another user has no special meaning. */
const freeIds: Readonly<Record<string, readonly string[]>> = {
  mergeCart: ['merge_id'],
  logInWithPasskey: ['id'],
  addPasskey: ['id'],
};

/**
 * Ids that are ignored if they do not belong to the caller, because the rest of the call must succeed: after
 * a login the local cart is merged even if the stored cart no longer exists. The response is the same as for
 * an unknown id.
 */
const ignoredIds: readonly string[] = ['mergeCart body.bundle_cart_unique_id'];

interface Victim {
  readonly email: string;
  readonly access: string;
  /** All ids that belong to this user. The key describes the resource. */
  readonly ids: Readonly<Record<string, string>>;
}

let victim: Victim;
let attacker: SampleSubject;

beforeAll(async () => {
  victim = await createVictim();
  attacker = await createSubject(shop);
});

/** Creates a user with orders, a subscription and all other kinds of data that can be stored. */
async function createVictim(): Promise<Victim> {
  const shopper = await register(shop, 'victim@example.org');
  const { access: bearer } = shopper;
  const paid = await order(bearer, { [products.membership]: 1, [products.book]: 1 });
  await shop.call(endpoints.checkOutOrder, {
    bearer,
    body: {
      id: paid.id,
      payment_method_nonce: 'fake-valid-nonce',
      expected_total: paid.attributes.amount_due,
      waiver_accepted: true,
    },
  });
  const open = await order(bearer, { [products.otherCourse]: 1 });
  const address = await shop.call(endpoints.createAddress, {
    bearer,
    body: { data: { type: 'addresses', attributes: berlin } },
  });
  const note = await shop.call(endpoints.addNote, {
    bearer,
    body: { lesson: 'noether-sechs-arten', position_seconds: 4, text: 'Nur für mich' },
  });
  const cart = await shop.call(endpoints.getOwnCart, { bearer });
  return {
    email: shopper.email,
    access: bearer,
    ids: {
      user: shopper.id,
      'paid order': paid.id,
      'open order': open.id,
      address: address.value?.data.id ?? '',
      note: note.value?.data.id ?? '',
      cart: cart.value?.bundle_cart_unique_id ?? '',
      ...(await storedIds(shopper.id)),
    },
  };
}

async function order(bearer: string, lines: Readonly<Record<string, number>>) {
  const cart = await fillOwnCart(shop, { access: bearer } as never, lines);
  await shop.call(endpoints.setShippingAddress, { bearer, body: berlin });
  const { value } = await shop.call(endpoints.createOrder, {
    bearer,
    body: { bundle_cart_unique_id: cart.bundle_cart_unique_id ?? '' },
  });
  if (value === null) throw new Error('The victim could not order');
  return value.data;
}

/** Reads those ids of a user from the database that no call returns. */
async function storedIds(userId: string): Promise<Record<string, string>> {
  const { db } = shop.context;
  const first = async (query: Promise<readonly { readonly id: string }[]>) => (await query)[0]?.id ?? '';
  return {
    session: await first(db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()),
    subscription: await first(
      db.selectFrom('subscriptions').select('id').where('user_id', '=', userId).execute(),
    ),
    invoice: await first(
      db
        .selectFrom('invoices')
        .innerJoin('orders', 'orders.id', 'invoices.order_id')
        .select('invoices.id')
        .where('orders.user_id', '=', userId)
        .execute(),
    ),
    'order line': await first(
      db
        .selectFrom('order_lines')
        .innerJoin('orders', 'orders.id', 'order_lines.order_id')
        .select('order_lines.id')
        .where('orders.user_id', '=', userId)
        .execute(),
    ),
  };
}

/** Reads everything that the victim can read through the API. */
async function look() {
  const { access: bearer, ids } = victim;
  const seen = await Promise.all([
    shop.call(endpoints.getUser, { bearer, params: { id: ids.user ?? '' } }),
    shop.call(endpoints.getOwnCart, { bearer }),
    shop.call(endpoints.listAddresses, { bearer }),
    shop.call(endpoints.listNotes, { bearer }),
    shop.call(endpoints.getOrder, { bearer, params: { id: ids['paid order'] ?? '' } }),
    shop.call(endpoints.getOrder, { bearer, params: { id: ids['open order'] ?? '' } }),
    shop.call(endpoints.listSubscriptions, { bearer }),
  ]);
  for (const answer of seen) expect(answer.status).toBe(200);
  return seen.map(({ value }) => value);
}

interface Slot {
  readonly part: 'params' | 'query' | 'body';
  readonly path: Place;
  readonly form: RegExp;
}

/** Returns the places of a call that contain an id generated by the shop. */
function slotsOf(name: string, call: SampleCall): readonly Slot[] {
  const parts = (['params', 'query', 'body'] as const).filter((part) => call[part] !== null);
  return parts.flatMap((part) =>
    places(call[part]).flatMap((path): readonly Slot[] => {
      const field = path.at(-1);
      const value = valueAt(call[part], path);
      if (typeof field !== 'string' || typeof value !== 'string' || !idField.test(field)) return [];
      if (freeIds[name]?.includes(field) === true) return [];
      if (uuidForm.test(value)) return [{ part, path, form: uuidForm }];
      return secretForm.test(value) && field !== 'product_id' ? [{ part, path, form: secretForm }] : [];
    }),
  );
}

const slots = Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) =>
  // The places depend only on the structure of a sample, so placeholders are enough here.
  slotsOf(name, sampleOf(endpoint, placeholderSubject())).map(
    (slot) => [`${name} ${slot.part}.${slot.path.join('.')}`, endpoint, slot] as const,
  ),
);

function placeholderSubject(): SampleSubject {
  const uuid = '01900000-0000-7000-8000-000000000000';
  const secret = 'A'.repeat(22);
  return {
    shopper: { id: uuid, email: '', access: '', refresh: '' },
    cartId: secret,
    guestCartId: secret,
    addressId: uuid,
    noteId: uuid,
    newsletterToken: '',
  };
}

function sampleOf(endpoint: Endpoint, subject: SampleSubject): SampleCall {
  const found = sampleCalls(subject).find((call) => call.endpoint === endpoint);
  if (found === undefined) throw new Error(`No sample of ${endpoint.name}`);
  return found;
}

describe('ids of another user', () => {
  test('are all set in this test', async () => {
    for (const [what, id] of Object.entries(victim.ids)) expect(id, what).not.toBe('');
    expect(slots.length).toBeGreaterThan(15);
  });

  test.each(slots)('%s gives no access', async (slot, endpoint, { part, path, form }) => {
    const before = await look();
    const own = sampleOf(endpoint, attacker);
    for (const [what, id] of Object.entries(victim.ids)) {
      if (!form.test(id)) continue;
      for (const bearer of endpoint.access === 'user'
        ? [attacker.shopper.access]
        : [attacker.shopper.access, null]) {
        // In changes of a JSON:API resource, the URL and the body contain the same id.
        const call = { ...own, bearer, [part]: replaced(own[part], path, id) };
        const both =
          part === 'params' && own.body !== null && 'data' in own.body
            ? { ...call, body: replaced(own.body, ['data', 'id'], id) as SampleCall['body'] }
            : call;
        for (const request of [call, both]) {
          await shop.db.deleteFrom('rate_limits').execute();
          const response = await sendSample(shop, request);
          const text = await response.text();
          expect(text).not.toContain(victim.email);
          if (ignoredIds.includes(slot)) {
            const nobodys = { ...request, [part]: replaced(own[part], path, 'B'.repeat(22)) };
            expect(text).toBe(await (await sendSample(shop, nobodys)).text());
            continue;
          }
          expect([403, 404, 422], `${what}: ${response.status} ${text}`).toContain(response.status);
          if (response.status === 422) expect(JSON.parse(text).errors[0].code, what).toBe('INVALID_INPUT');
        }
      }
    }
    expect(await look()).toEqual(before);
  });

  test('cause no fault of the server', () => {
    expect(shop.faults).toEqual([]);
  });
});
