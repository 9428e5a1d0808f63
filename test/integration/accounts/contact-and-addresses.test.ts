import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { untilBlocked } from '#test/integration/support/database.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { berlin, register, type Shopper, vienna } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { mailsTo, storeAddress } from './account-shop.ts';

const shop = await openTestShop();

const create = ({ access }: Shopper, attributes: object = {}) => storeAddress(shop, access, attributes);

function update(shopper: Shopper, id: string, attributes: object = {}, idInBody = id) {
  return shop.call(endpoints.updateAddress, {
    bearer: shopper.access,
    params: { id },
    body: { data: { type: 'addresses', id: idInBody, attributes: { ...berlin, ...attributes } } },
  });
}

async function list(shopper: Shopper, query: Record<string, string> = {}) {
  const { value } = await shop.call(endpoints.listAddresses, { bearer: shopper.access, query });
  if (value === null) throw new Error('The addresses could not be listed');
  return value;
}

describe('an address book', () => {
  test('returns the stored addresses', async () => {
    const shopper = await register(shop);
    const created = await create(shopper, { company: 'Werkstatt GmbH', phone: '+49 30 123' });
    expect(created.status).toBe(201);
    expect(created.value?.data.attributes).toEqual({
      ...berlin,
      company: 'Werkstatt GmbH',
      phone: '+49 30 123',
      is_default_shipping: false,
      is_default_billing: false,
    });
    expect((await list(shopper)).data).toEqual([created.value?.data]);
    const id = created.value?.data.id ?? '';
    const updated = await update(shopper, id, { ...vienna, company: null });
    expect(updated.value?.data).toMatchObject({ id, attributes: { city: 'Wien', company: null } });
    const remove = () => shop.call(endpoints.deleteAddress, { bearer: shopper.access, params: { id } });
    expect((await remove()).status).toBe(200);
    expect((await list(shopper)).data).toEqual([]);
    expect((await remove()).status).toBe(404);
  });

  test('has one default of each kind, the newest one', async () => {
    const shopper = await register(shop);
    const first = await create(shopper, { is_default_shipping: true, is_default_billing: true });
    const second = await create(shopper, { is_default_shipping: true });
    const { data } = await list(shopper);
    expect(
      data.map(({ id, attributes }) => [id, attributes.is_default_shipping, attributes.is_default_billing]),
    ).toEqual([
      [second.value?.data.id, true, false],
      [first.value?.data.id, false, true],
    ]);
    const both = { is_default_shipping: true, is_default_billing: true };
    await update(shopper, first.value?.data.id ?? '', both);
    const shipping = (await list(shopper)).data.map(({ attributes }) => attributes.is_default_shipping);
    expect(shipping).toEqual([true, false]);
  });

  test('keeps fields that a change leaves out, and validates the result', async () => {
    const shopper = await register(shop);
    const created = await create(shopper, { company: 'Werkstatt GmbH', phone: '+49 30 123' });
    const id = created.value?.data.id ?? '';
    const change = (attributes: object) =>
      shop.call(endpoints.updateAddress, {
        bearer: shopper.access,
        params: { id },
        body: { data: { type: 'addresses', id, attributes } },
      });
    await change({ street: 'Neue Gasse' });
    expect((await change({ is_default_billing: true })).value?.data.attributes).toEqual({
      ...created.value?.data.attributes,
      street: 'Neue Gasse',
      is_default_billing: true,
    });
    expect(JSON.parse((await change({ country: 'AT' })).text).errors[0].source.pointer).toBe(
      '/data/attributes/postal_code',
    );
    expect((await list(shopper)).data[0]?.attributes).toMatchObject({ country: 'DE', street: 'Neue Gasse' });
  });

  test('has one default after twenty parallel new ones', async () => {
    const shopper = await register(shop);
    const answers = await inParallel(20, () => create(shopper, { is_default_shipping: true }));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    const { data } = await list(shopper);
    expect(data.filter(({ attributes }) => attributes.is_default_shipping)).toHaveLength(1);
  });

  test('does not contain an address any more that is deleted while it is changed', async () => {
    const shopper = await register(shop);
    const id = (await create(shopper)).value?.data.id ?? '';
    const { changing } = await inTransaction(shop.db, async (trx) => {
      await trx.deleteFrom('addresses').where('id', '=', id).execute();
      const changing = update(shopper, id);
      await untilBlocked(shop.db);
      return { changing };
    });
    expect(await changing).toMatchObject({ status: 404, codes: ['NOT_FOUND'] });
  });

  test('is listed page by page', async () => {
    const shopper = await register(shop);
    for (let count = 0; count < 5; count += 1) await create(shopper, { house_number: String(count) });
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((number) => list(shopper, { 'page[number]': number, 'page[size]': '2' })),
    );
    expect(pages.map((page) => page.data.length)).toEqual([2, 2, 1, 0]);
    expect(new Set(pages.flatMap((page) => page.data.map(({ id }) => id))).size).toBe(5);
    expect(pages[0]?.meta.page).toEqual({ number: 1, size: 2, total: 5 });
    expect(pages.map((page) => [page.links.prev !== null, page.links.next !== null])).toEqual([
      [false, true],
      [true, true],
      [true, false],
      [true, false],
    ]);
  });

  test('reports the invalid field', async () => {
    const shopper = await register(shop);
    const refused = await create(shopper, { postal_code: '1234', city: 'Berlin' });
    expect(JSON.parse(refused.text).errors).toEqual([
      {
        status: '422',
        code: 'INVALID_INPUT',
        title: 'Angaben prüfen',
        detail: 'Diese Postleitzahl passt nicht zum Land.',
        source: { pointer: '/data/attributes/postal_code' },
      },
    ]);
    const several = await create(shopper, { city: ' ', country: 'Deutschland', firstname: undefined });
    const pointers = JSON.parse(several.text).errors.map(
      (error: { source: { pointer: string } }) => error.source.pointer,
    );
    expect(pointers.toSorted()).toEqual([
      '/data/attributes/city',
      '/data/attributes/country',
      '/data/attributes/firstname',
    ]);
    const id = (await create(shopper)).value?.data.id ?? '';
    expect((await update(shopper, id, {}, shop.context.ids.uuid())).codes).toEqual(['INVALID_INPUT']);
  });
});

const supportEmail = 'hilfe@meisterhand.example';

const message = {
  email: 'ada@example.org',
  name: 'Ada Kern',
  topic: 'Kurse',
  message: 'Welche Tinte nimmt man?\n\nUnd welches Papier?',
};

function write(changes: Partial<typeof message & { order_code: string | null }> = {}, address?: string) {
  return shop.call(endpoints.sendMessage, {
    body: { ...message, ...changes },
    ...(address === undefined ? {} : { address }),
  });
}

describe('a message to the shop', () => {
  test('is stored, mailed to support, and confirmed to the sender', async () => {
    const { status, value } = await write({ order_code: 'mh-2026-7' });
    expect([status, value]).toEqual([202, { success: true }]);
    const kept = await rowOf(shop.db, 'contact_messages', { email: message.email });
    expect(kept).toMatchObject({ ...message, order_code: 'MH-2026-7', locale: 'de' });
    const forwarded = { template: 'contact_message', locale: 'de', facts: { message_id: kept.id } };
    expect(await mailsTo(shop, supportEmail)).toEqual([forwarded]);
    const receipt = { template: 'contact_receipt', locale: 'de', facts: {} };
    expect(await mailsTo(shop, message.email)).toEqual([receipt]);
  });

  test('is confirmed to one mailbox five times an hour, and stored even beyond that', async () => {
    const email = 'viel@example.org';
    const mine = await inParallel(8, () => write({ email }));
    expect(mine.filter(({ status }) => status === 202)).toHaveLength(8);
    expect(await mailsTo(shop, email)).toHaveLength(5);
    expect(await rowsOf(shop.db, 'contact_messages', { email })).toHaveLength(8);
  });

  test.each([
    ['/email', { email: 'keine adresse' }],
    ['/name', { name: ' ' }],
    ['/topic', { topic: '' }],
    ['/message', { message: 'x'.repeat(5001) }],
  ])('is refused without a valid %s', async (pointer, changes) => {
    const refused = await write(changes);
    expect([refused.status, JSON.parse(refused.text).errors[0].source]).toEqual([422, { pointer }]);
  });
});

test('the source of a registration is stored once; later and parallel calls change nothing', async () => {
  const { id: user_id, access: bearer } = await register(shop);
  const track = (utm: Record<string, string>) =>
    shop.call(endpoints.trackUtm, { bearer, body: { ...utm, user_id } });
  expect((await track({ utm_source: 'zeitung', utm_social: 'foto' })).status).toBe(200);
  const again = await inParallel(10, () => track({ utm_source: 'anders' }));
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
  const kept = { utm_source: 'zeitung', utm_medium: null, utm_campaign: null, utm_social: 'foto' };
  expect(await rowsOf(shop.db, 'registration_sources', { user_id })).toMatchObject([kept]);
  expect(shop.faults).toEqual([]);
});
