import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { mailsTo } from './account-shop.ts';

const shop = await openTestShop();
const desk = 'hilfe@meisterhand.example';

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
    const kept = await shop.db
      .selectFrom('contact_messages')
      .selectAll()
      .where('email', '=', message.email)
      .executeTakeFirst();
    expect(kept).toMatchObject({ ...message, order_code: 'MH-2026-7', locale: 'de' });
    expect(await mailsTo(shop, desk)).toEqual([
      { template: 'contact_message', locale: 'de', facts: { message_id: kept?.id } },
    ]);
    expect(await mailsTo(shop, message.email)).toEqual([
      { template: 'contact_receipt', locale: 'de', facts: {} },
    ]);
  });

  test('is limited by address, and its receipts by mailbox', async () => {
    const email = 'viel@example.org';
    const mine = await Promise.all(Array.from({ length: 8 }, () => write({ email })));
    expect(mine.filter(({ status }) => status === 202)).toHaveLength(8);
    expect(await mailsTo(shop, email)).toHaveLength(5);
    const many = await Promise.all(
      Array.from({ length: 24 }, (_, index) => write({ email: `viele-${index}@example.org` }, 'one address')),
    );
    expect(many.filter(({ codes }) => codes[0] === 'TOO_MANY_ATTEMPTS')).toHaveLength(4);
  });

  test.each([
    ['/email', { email: 'keine adresse' }],
    ['/name', { name: ' ' }],
    ['/topic', { topic: '' }],
    ['/message', { message: 'x'.repeat(5001) }],
  ])('needs %s', async (pointer, changes) => {
    const refused = await write(changes);
    expect([refused.status, JSON.parse(refused.text).errors[0].source]).toEqual([422, { pointer }]);
  });
});

describe('where a registration came from', () => {
  function track(bearer: string, user_id: string, utm: Record<string, string>) {
    return shop.call(endpoints.trackUtm, { bearer, body: { ...utm, user_id } });
  }

  test('is stored once; later and parallel calls change nothing', async () => {
    const { id, access } = await register(shop);
    expect((await track(access, id, { utm_source: 'zeitung', utm_social: 'foto' })).status).toBe(200);
    const again = await Promise.all(
      Array.from({ length: 10 }, () => track(access, id, { utm_source: 'anders' })),
    );
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
    const rows = await rowsOf(shop.db, 'registration_sources', { user_id: id });
    expect(rows).toMatchObject([
      { utm_source: 'zeitung', utm_medium: null, utm_campaign: null, utm_social: 'foto' },
    ]);
  });

  test('can be reported only by the user', async () => {
    const [me, stranger] = [await register(shop), await register(shop)];
    const refused = await track(me.access, stranger.id, { utm_source: 'zeitung' });
    expect([refused.status, refused.codes]).toEqual([403, ['FORBIDDEN']]);
    const guest = await shop.call(endpoints.trackUtm, { body: { user_id: me.id } });
    expect(guest.status).toBe(401);
    expect(shop.faults).toEqual([]);
  });
});
