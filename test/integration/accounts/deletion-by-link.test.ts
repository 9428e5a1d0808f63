import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { outcomeOfCall, refusal, tally } from '#test/integration/support/outcomes.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import {
  arriveByPurchase,
  buy,
  deleteAccount,
  deleteAccountAndCredit,
  giveCredit,
  isLoggedIn,
  mailedToken,
  userRow,
} from './account-shop.ts';

const shop = await openTestShop();

describe('an account without a password', () => {
  function confirm(token: string) {
    return shop.call(endpoints.confirmAccountDeletion, { body: { token } });
  }

  test('is deleted by a link of a mail, once', async () => {
    const me = await arriveByPurchase(shop);
    const asked = await deleteAccount(shop, me, 'irgendein Passwort');
    expect([asked.status, asked.value?.state]).toEqual([202, 'link_sent']);
    expect(await isLoggedIn(shop, me)).toBe(true);
    const token = await mailedToken(shop, 'account_deletion', me.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(tally(answers.map(outcomeOfCall))).toEqual({ 200: 1, [refusal(410, 'LINK_EXPIRED')]: 9 });
    expect((await userRow(shop, me.id)).deleted_at).not.toBeNull();
  });

  test('gives up its credit by requesting the link, but not credit added later', async () => {
    const me = await arriveByPurchase(shop);
    await giveCredit(shop, me.id);
    expect((await deleteAccount(shop, me)).codes).toEqual(['CREDIT_LEFT']);
    expect((await deleteAccountAndCredit(shop, me)).value?.state).toBe('link_sent');
    const first = await mailedToken(shop, 'account_deletion', me.email);
    shop.advance(60_000);
    await giveCredit(shop, me.id);
    expect((await confirm(first)).codes).toEqual(['CREDIT_LEFT']);
    shop.advance(60_000);
    await deleteAccountAndCredit(shop, me);
    expect((await confirm(await mailedToken(shop, 'account_deletion', me.email))).status).toBe(200);
  });

  test('gets five links in an hour, and another account its own', async () => {
    const [me, other] = [await arriveByPurchase(shop), await arriveByPurchase(shop)];
    const ask = async (who: typeof me) => (await deleteAccount(shop, who)).status;
    for (let count = 0; count < 5; count += 1) expect(await ask(me), `link ${count + 1}`).toBe(202);
    expect(await ask(me)).toBe(429);
    expect(await ask(other)).toBe(202);
  });

  test('keeps its link when the deletion is refused', async () => {
    const me = await arriveByPurchase(shop);
    await deleteAccount(shop, me);
    const token = await mailedToken(shop, 'account_deletion', me.email);
    await buy(shop, me, [products.membership]);
    expect((await confirm(token)).codes).toEqual(['CONTRACT_RENEWS']);
    await changeRows(shop.db, 'subscriptions', { user_id: me.id }, { status: 'expired' });
    const { id } = await buy(shop, me, [products.book], 'fake-timeout-after-charge-nonce');
    expect((await confirm(token)).codes).toEqual(['ORDER_BUSY']);
    await shop.db.updateTable('orders').set({ state: 'voided' }).where('id', '=', id).execute();
    expect((await confirm(token)).status).toBe(200);
  });

  test('rejects links that are expired, unknown or for another purpose', async () => {
    const me = await arriveByPurchase(shop);
    await deleteAccount(shop, me);
    const token = await mailedToken(shop, 'account_deletion', me.email);
    await shop.call(endpoints.requestPasswordReset, { body: { email: me.email } });
    const other = await mailedToken(shop, 'reset_password', me.email);
    for (const wrong of ['A'.repeat(43), other])
      expect((await confirm(wrong)).codes).toEqual(['LINK_EXPIRED']);
    shop.advance(60 * 60_000);
    expect((await confirm(token)).codes).toEqual(['LINK_EXPIRED']);
    expect((await userRow(shop, me.id)).deleted_at).toBeNull();
  });

  test('erases data found by its address alone, because the address is confirmed', async () => {
    const me = await arriveByPurchase(shop);
    await shop.call(endpoints.sendMessage, {
      body: { email: me.email, name: 'Ada', topic: 'Kurse', message: 'Eine Frage.' },
    });
    await deleteAccount(shop, me);
    await confirm(await mailedToken(shop, 'account_deletion', me.email));
    const message = await shop.db
      .selectFrom('contact_messages')
      .select('id')
      .where('email', '=', me.email)
      .executeTakeFirst();
    expect(message).toBeUndefined();
    expect(shop.faults).toEqual([]);
  });
});
