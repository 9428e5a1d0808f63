import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { GiftChange } from '#core/model/gift.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest, type PaidOrder } from '#test/integration/support/guest-purchase.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { codesOf } from './gift-shop.ts';

const shop = await openTestShop();
const inDays = (days: number) => addDays(calendarDay(shop.context.clock.now()), days);

/** Buys a voucher for another person. `see` and `change` are the calls of its buyer. */
async function give(properties: CustomProperties) {
  const order = await buyAsGuest(shop, { [products.voucher]: 1 }, { properties });
  const proof = { orderToken: order.token };
  const show = async () => {
    const listed = await shop.call(endpoints.listOrderGifts, { params: { id: order.id }, ...proof });
    return listed.value?.data[0];
  };
  const gift = (await show())?.id ?? '';
  const change = (body: GiftChange, by: object = proof) =>
    shop.call(endpoints.changeGift, { params: { id: order.id, gift }, body, ...by });
  return { order, gift, change, see: async () => (await show())?.attributes };
}

/** Sends the mails that are due, and returns those to this address. */
async function mailsTo(recipient: string) {
  return (await deliverMails(shop.context)).filter((mail) => mail.recipient === recipient);
}

const codeOf = async ({ id }: PaidOrder) => (await codesOf(shop.db, id))[0]?.code ?? '';

describe('a planned gift', () => {
  test('gets another day and address, is sent only there, sent again, opened and redeemed', async () => {
    const { order, change, see } = await give({
      delivery: 'email',
      recipient_email: 'falsch@example.org',
      recipient_name: 'Anna',
      sender_name: 'Clara',
      deliver_on: inDays(20),
    });
    expect(await see()).toMatchObject({ state: 'planned', deliver_on: inDays(20), sent_at: null });
    const step = 'plan';
    for (const deliver_on of [inDays(366), inDays(-2)])
      expect((await change({ step, recipient_email: 'anna@example.org', deliver_on })).codes).toEqual([
        'DELIVERY_DAY_OUT_OF_REACH',
      ]);
    expect((await change({ step: 'send_again' })).codes).toEqual(['GIFT_CLOSED']);
    await change({ step, recipient_email: 'anna@example.org', deliver_on: inDays(3) });
    expect(await see()).toMatchObject({ deliver_on: inDays(3), recipient_email: 'anna@example.org' });
    shop.advance(4 * 86_400_000);
    expect(await mailsTo('anna@example.org')).toHaveLength(1);
    expect(await mailsTo('falsch@example.org')).toEqual([]);
    expect(await see()).toMatchObject({ state: 'sent', opened_at: null });
    expect((await change({ step, recipient_email: 'bert@example.org', deliver_on: null })).codes).toEqual([
      'GIFT_CLOSED',
    ]);
    await change({ step: 'send_again' });
    expect((await change({ step: 'send_again' })).status).toBe(200);
    expect((await change({ step: 'send_again' })).codes).toEqual(['TOO_MANY_ATTEMPTS']);
    const sent = await mailsTo('anna@example.org');
    expect(sent, 'twice again').toHaveLength(2);
    const [again] = sent;
    const code = await codeOf(order);
    expect(again?.text).toContain(code);

    const look = (opens: boolean) => shop.call(endpoints.getCodeInfo, { body: { code, opens } });
    expect((await look(false)).value?.data.attributes.gift).toMatchObject({
      sender_name: 'Clara',
      is_opened: false,
    });
    await look(true);
    const opened = await see();
    expect(opened).toMatchObject({ state: 'opened' });
    shop.advance(3_600_000);
    await look(true);
    expect(await see()).toEqual(opened);

    const { access: bearer } = await register(shop);
    await shop.call(endpoints.redeemGiftCode, { bearer, body: { code } });
    expect(await see()).toMatchObject({ state: 'redeemed' });
    expect((await change({ step: 'send_again' })).codes).toEqual(['GIFT_CLOSED']);
  });

  test('whose mail has failed is mailed to the address that its buyer corrects', async () => {
    const { gift, change } = await give({ delivery: 'email', recipient_email: 'fany@example.org' });
    const given_up = { attempts: 8, failed_at: new Date(shop.context.clock.now()) };
    await changeRows(shop.db, 'outbox', { dedupe_key: `gift_delivery:${gift}` }, given_up);
    await change({ step: 'plan', recipient_email: 'fanny@example.org', deliver_on: null });
    expect(await mailsTo('fanny@example.org')).toHaveLength(1);
  });

  test('whose failed mail has lost its personal data is mailed after a new plan, and loses its data again', async () => {
    const { gift, change } = await give({ delivery: 'email', recipient_email: 'hana@example.org' });
    const dedupe_key = `gift_delivery:${gift}`;
    const given_up = { attempts: 8, failed_at: new Date(shop.context.clock.now()), last_error: 'No mailbox' };
    await changeRows(shop.db, 'outbox', { dedupe_key }, given_up);
    const forget = async () => {
      shop.advance(31 * 86_400_000);
      while ((await deleteExpiredData(shop.context)) > 0);
      return rowOf(shop.db, 'outbox', { dedupe_key });
    };
    const forgotten = { recipient: 'deleted@deleted.invalid', last_error: null };
    expect(await forget()).toMatchObject({ ...forgotten, facts: {} });
    const hanna = { recipient_email: 'hanna@example.org', deliver_on: null };
    expect((await change({ step: 'plan', ...hanna })).status).toBe(200);
    expect(await mailsTo(hanna.recipient_email)).toHaveLength(1);
    expect(await forget()).toMatchObject(forgotten);
  });

  test('whose mail is just being sent is not changed', async () => {
    const { gift, change } = await give({ delivery: 'email', recipient_email: 'gerda@example.org' });
    const leased = { attempts: 1, last_error: null, due_at: new Date(shop.context.clock.now() + 60_000) };
    const dedupe_key = `gift_delivery:${gift}`;
    await changeRows(shop.db, 'outbox', { dedupe_key }, leased);
    for (const body of [
      { step: 'plan', recipient_email: 'greta@example.org', deliver_on: null },
      { step: 'keep' },
    ] as const)
      expect((await change(body)).codes).toEqual(['GIFT_CLOSED']);
    expect(await rowOf(shop.db, 'outbox', { dedupe_key })).toMatchObject({
      ...leased,
      recipient: 'gerda@example.org',
    });
    shop.advance(60_000);
    expect((await change({ step: 'keep' })).status, 'the server that was sending it was killed').toBe(200);
  });

  test('that its buyer keeps is never mailed, and the buyer gets its code', async () => {
    const recipient_email = 'dora@example.org';
    const { order, change, see } = await give({ delivery: 'email', recipient_email, deliver_on: inDays(5) });
    await change({ step: 'keep' });
    expect(await see()).toMatchObject({ state: 'with_buyer', deliver_on: null });
    shop.advance(6 * 86_400_000);
    expect(await mailsTo(recipient_email)).toEqual([]);
    const shown = await shop.call(endpoints.getOrder, {
      params: { id: order.id },
      orderToken: order.token,
    });
    expect(shown.value?.data.attributes.products[0]?.codes).toEqual([await codeOf(order)]);
    expect((await change({ step: 'keep' })).codes).toEqual(['GIFT_CLOSED']);
  });

  test('is seen and changed by its buyer only, and listed for a user', async () => {
    const { order, gift, change } = await give({ delivery: 'email', recipient_email: 'emil@example.org' });
    const other = await give({ delivery: 'buyer' });
    const { access: bearer } = await register(shop);
    for (const by of [{ orderToken: '' }, { bearer }, { orderToken: other.order.token }])
      expect((await change({ step: 'keep' }, by)).codes).toEqual(['NOT_FOUND']);
    const foreign = await shop.call(endpoints.changeGift, {
      params: { id: other.order.id, gift },
      body: { step: 'keep' },
      orderToken: other.order.token,
    });
    expect(foreign.codes).toEqual(['NOT_FOUND']);
    const refused = await shop.call(endpoints.listOrderGifts, { params: { id: order.id }, bearer });
    expect(refused.codes).toEqual(['NOT_FOUND']);

    const user = await register(shop);
    shop.advance(60_000);
    const later = await give({ delivery: 'buyer' });
    for (const { id } of [later.order, order])
      await changeRows(shop.db, 'orders', { id }, { user_id: user.id });
    const listed = await shop.call(endpoints.listGifts, { bearer: user.access });
    expect(listed.value?.data.map(({ id }) => id)).toEqual([later.gift, gift]);
    // A look by the buyer does not open the gift.
    const code = await codeOf(order);
    await shop.call(endpoints.getCodeInfo, { bearer: user.access, body: { code, opens: true } });
    const still = await shop.call(endpoints.listGifts, { bearer: user.access });
    expect(still.value?.data[1]?.attributes.opened_at).toBeNull();
  });
});
