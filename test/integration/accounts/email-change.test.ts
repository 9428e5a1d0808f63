import type { Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { confirmEmailChange } from '#server/accounts/email-change.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import { lockOrderOnly } from '#server/orders/lock-order.ts';
import { ensureBuyerAccount } from '#server/orders/order-buyer.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { untilBlocked } from '#test/integration/support/database.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { inParallel, outcomeOfCall, refusal, tally } from '#test/integration/support/outcomes.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import {
  password,
  products,
  register,
  registerUnconfirmed,
  type Shopper,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import {
  arriveByPurchase,
  changeEmail,
  changePassword,
  isLoggedIn,
  joinNewsletter,
  logIn,
  mailedCode,
  mailedToken,
  mailsTo,
  passwordLink,
  patchUser,
  refreshSession,
  resetPassword,
  undoEmailChange,
  userRow,
} from './account-shop.ts';

const shop = await openTestShop();
let addresses = 0;
const newAddress = () => `neu-${++addresses}@example.org`;

/** Confirms a new e-mail address with the mailed token, in the session that requested the change. */
async function confirm(token: string, { refresh }: Pick<Shopper, 'refresh'>) {
  const { value } = await refreshSession(shop, refresh);
  return shop.call(endpoints.confirmEmail, { body: { token }, bearer: value?.access ?? '' });
}

/** Requests another address, by default a new one; returns the token that is mailed to it. */
async function ask(mine: Pick<Shopper, 'id' | 'access'>, wanted = newAddress()): Promise<string> {
  await patchUser(shop, mine, { email: wanted });
  return mailedToken(shop, 'email_change', wanted);
}

const emailOf = async (id: string) => (await userRow(shop, id)).email;
const nextPassword = 'neun Birnen im Korb';

describe('a changed e-mail address', () => {
  test('takes effect once its link is used; both addresses get a mail', async () => {
    const mine = await register(shop);
    const wanted = newAddress();
    const patched = await patchUser(shop, mine, { email: wanted, firstname: 'Ada' }, 'en');
    expect(patched.value?.data.attributes).toMatchObject({ email: mine.email, firstname: 'Ada' });
    const [notice] = await mailsTo(shop, mine.email, 'email_change_notice');
    expect(notice).toMatchObject({ locale: 'en', facts: { email: wanted } });
    const token = await mailedToken(shop, 'email_change', wanted);
    expect((await confirm(token, mine)).status).toBe(200);
    expect(await emailOf(mine.id)).toBe(wanted);
    expect((await logIn(shop, wanted, password)).value?.data.email).toBe(wanted);
    expect((await logIn(shop, mine.email, password)).status).toBe(401);
    expect(await confirm(token, mine)).toMatchObject({ status: 410, codes: ['LINK_EXPIRED'] });
  });

  test('does not reveal that an address is taken: same response, same notice, no change', async () => {
    const owner = await register(shop);
    const mine = await register(shop);
    const [free, taken] = [
      await patchUser(shop, mine, { email: newAddress() }),
      await patchUser(shop, mine, { email: owner.email }),
    ];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect(await mailsTo(shop, mine.email, 'email_change_notice')).toHaveLength(2);
    expect(await mailsTo(shop, owner.email)).toEqual([]);
    expect(await emailOf(mine.id)).toBe(mine.email);
  });

  test('fails when somebody else takes the address in the meantime', async () => {
    const mine = await register(shop);
    const wanted = newAddress();
    const token = await ask(mine, wanted);
    await register(shop, wanted);
    expect((await confirm(token, mine)).codes).toEqual(['LINK_EXPIRED']);
    expect(await emailOf(mine.id)).toBe(mine.email);
  });

  test('can be confirmed for sixty minutes', async () => {
    const mine = await register(shop);
    const expired = await ask(mine);
    shop.advance(60 * 60_000);
    expect((await confirm(expired, mine)).codes).toEqual(['LINK_EXPIRED']);
    const { value } = await logIn(shop, mine.email, password);
    const { access = '', refresh = '' } = value ?? {};
    const token = await ask({ id: mine.id, access });
    shop.advance(60 * 60_000 - 1);
    expect((await confirm(token, { refresh })).status).toBe(200);
  });

  test('invalidates links sent to the old address', async () => {
    const mine = await register(shop);
    const old = await passwordLink(shop, mine.email);
    await confirm(await ask(mine), mine);
    expect((await resetPassword(shop, old)).codes).toEqual(['LINK_EXPIRED']);
  });

  test('is cancelled by a password change', async () => {
    const mine = await register(shop);
    const token = await ask(mine);
    const { refresh = '' } = (await changePassword(shop, mine.access, nextPassword)).value ?? {};
    expect((await confirm(token, { refresh })).codes).toEqual(['LINK_EXPIRED']);
  });

  test('that equals the old one sends nothing', async () => {
    const mine = await register(shop);
    expect((await patchUser(shop, mine, { email: ` ${mine.email.toUpperCase()} ` })).status).toBe(200);
    expect(await mailsTo(shop, mine.email)).toEqual([]);
  });

  test('can be requested ten times an hour', async () => {
    const mine = await register(shop);
    const answers = await inParallel(12, () => patchUser(shop, mine, { email: newAddress() }));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('in parallel', () => {
  test('one of ten accounts gets an address that all of them confirm', async () => {
    const wanted = newAddress();
    const links: { readonly token: string; readonly owner: Shopper }[] = [];
    for (let count = 0; count < 10; count += 1) {
      const owner = await register(shop);
      links.push({ token: await ask(owner, wanted), owner });
    }
    const answers = await Promise.all(links.map(({ token, owner }) => confirm(token, owner)));
    expect(tally(answers.map(outcomeOfCall))).toEqual({ 200: 1, [refusal(410, 'LINK_EXPIRED')]: 9 });
  });

  test('an account does not get an address for which a refund that it waits for creates another', async () => {
    const mine = await register(shop);
    const email = newAddress();
    const order = await buyAsGuest(shop, { [products.book]: 1 }, { email });
    let tries = 0;
    const change = () =>
      inTransaction(shop.db, async (trx) => {
        tries += 1;
        return changeTo(trx, await lockUser(trx, mine.id), email);
      });
    const { changing, buyer } = await inTransaction(shop.db, async (trx) => {
      const locked = await lockOrderOnly(trx, order.id);
      const changing = change().catch((error: unknown) => error);
      await untilBlocked(shop.db);
      return { changing, buyer: await ensureBuyerAccount(trx, shop.context, locked) };
    });
    expect(await changing).toMatchObject({ code: '23505' });
    expect(tries, 'no deadlock').toBe(1);
    expect([await emailOf(buyer ?? ''), await emailOf(mine.id)]).toEqual([email, mine.email]);
  });

  test('a purchase that waits for an account to change its address creates another one', async () => {
    const { id, email } = await registerUnconfirmed(shop, newAddress());
    const { buying } = await inTransaction(shop.db, async (trx) => {
      const user = await lockUser(trx, id);
      const buying = inTransaction(shop.db, (own) =>
        createPurchaseAccount(own, shop.context, { email, locale: 'de' }),
      );
      await untilBlocked(shop.db);
      await changeTo(trx, user, newAddress());
      return { buying };
    });
    const { user_id, is_new } = await buying;
    expect([is_new, await emailOf(user_id)]).toEqual([true, email]);
    expect(user_id).not.toBe(id);
  });

  test('an undo that fails because a purchase creates an account of the address can be repeated', async () => {
    const mine = await register(shop);
    const next = newAddress();
    await changeEmail(shop, mine, next);
    const { undoing, buyer } = await inTransaction(shop.db, async (trx) => {
      const account = { email: mine.email, locale: 'de' } as const;
      const { user_id } = await createPurchaseAccount(trx, shop.context, account);
      const undoing = undo(mine.email);
      await untilBlocked(shop.db);
      return { undoing, buyer: user_id };
    });
    expect(await undoing).toMatchObject({ status: 409, codes: ['EMAIL_TAKEN'] });
    expect([await emailOf(buyer), await emailOf(mine.id)]).toEqual([mine.email, next]);
    await changeRows(shop.db, 'users', { id: buyer }, { email: newAddress() });
    expect((await undo(mine.email)).status, 'the link stays valid').toBe(200);
    expect(await emailOf(mine.id)).toBe(mine.email);
    expect(shop.faults).toEqual([]);
  });
});

function lockUser(trx: Transaction<Database>, id: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at', 'preferred_language'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Confirms a new address as the mailed link does in the session that requested it. */
function changeTo(
  trx: Transaction<Database>,
  user: Awaited<ReturnType<typeof lockUser>>,
  email: string,
): ReturnType<typeof confirmEmailChange> {
  const sessionId = shop.context.ids.uuid();
  return confirmEmailChange(trx, shop.context, { ...user, sessionId }, { email, session_id: sessionId });
}

const undo = (formerEmail: string) => undoEmailChange(shop, formerEmail);

async function provingCode(mine: Shopper): Promise<string> {
  expect((await shop.call(endpoints.requestEmailCode, { bearer: mine.access, body: {} })).status).toBe(202);
  return mailedCode(shop, mine.email, 'email_change_code');
}

describe('requesting another address', () => {
  test('needs the password, or a code that was mailed to the current address', async () => {
    const mine = await register(shop);
    const bare = { data: { type: 'users', id: mine.id, attributes: { email: newAddress() } } } as const;
    const nothing = await shop.call(endpoints.updateUser, {
      params: { id: mine.id },
      bearer: mine.access,
      body: bare,
    });
    expect([nothing.status, nothing.codes]).toEqual([422, ['INVALID_INPUT']]);
    const guessed = await patchUser(shop, mine, { email: newAddress(), password: 'geraten und falsch' });
    expect([guessed.status, guessed.codes]).toEqual([422, ['WRONG_PASSWORD']]);
    const code = await provingCode(mine);
    const other = code === '000000' ? '000001' : '000000';
    const wrong = await patchUser(shop, mine, { email: newAddress(), code: other });
    expect([wrong.status, wrong.codes]).toEqual([422, ['WRONG_CODE']]);
    const wanted = newAddress();
    expect((await patchUser(shop, mine, { email: wanted, code })).status).toBe(200);
    expect(await mailedToken(shop, 'email_change', wanted)).not.toBe('');
    expect((await patchUser(shop, mine, { email: newAddress(), code })).codes).toEqual(['WRONG_CODE']);
  });

  test('accepts no login code, and a login accepts no code of a change', async () => {
    const mine = await register(shop);
    await shop.call(endpoints.requestLoginCode, { body: { email: mine.email, locale: 'de' } });
    const loginCode = await mailedCode(shop, mine.email);
    const refused = await patchUser(shop, mine, { email: newAddress(), code: loginCode });
    expect(refused.codes).toEqual(['WRONG_CODE']);
    const code = await provingCode(mine);
    const login = await shop.call(endpoints.logInWithCode, { body: { email: mine.email, code } });
    expect(login.codes).toEqual(['WRONG_LOGIN_CODE']);
    expect((await patchUser(shop, mine, { email: newAddress(), code })).status).toBe(200);
  });

  test('accepts the code of an account without a password', async () => {
    const mine = await arriveByPurchase(shop);
    expect((await patchUser(shop, mine, { email: newAddress() })).codes).toEqual(['WRONG_PASSWORD']);
    const wanted = newAddress();
    await changeEmail(shop, mine, wanted, { code: await provingCode(mine) });
    expect(await emailOf(mine.id)).toBe(wanted);
  });
});

describe('a confirmed change', () => {
  test('keeps only the session that requested it', async () => {
    const mine = await register(shop);
    const elsewhere = (await logIn(shop, mine.email, password)).value;
    const token = await ask(mine);
    const other = await confirm(token, { refresh: elsewhere?.refresh ?? '' });
    expect([other.status, other.codes]).toEqual([403, ['WRONG_SESSION']]);
    expect(await emailOf(mine.id)).toBe(mine.email);
    expect((await confirm(token, mine)).status).toBe(200);
    expect(await isLoggedIn(shop, mine)).toBe(true);
    expect(await isLoggedIn(shop, { id: mine.id, access: elsewhere?.access ?? '' })).toBe(false);
  });

  test('can be undone from the old address for seven days, whatever a thief has changed since', async () => {
    const mine = await register(shop);
    await joinNewsletter(shop, mine.email);
    const { id } = await rowOf(shop.db, 'newsletter_subscriptions', { email: mine.email });
    const newsletterEmail = async () => (await rowOf(shop.db, 'newsletter_subscriptions', { id })).email;
    const [stolen, next] = [newAddress(), newAddress()];
    await changeEmail(shop, mine, stolen);
    const { access = '', refresh = '' } = (await changePassword(shop, mine.access, nextPassword)).value ?? {};
    shop.advance(60_000);
    await changeEmail(shop, { id: mine.id, access }, next, { password: nextPassword });
    expect(await newsletterEmail()).toBe(next);
    shop.advance(7 * 24 * 60 * 60_000 - 60_001);
    expect((await undo(mine.email)).status).toBe(200);
    expect(await emailOf(mine.id)).toBe(mine.email);
    expect(await newsletterEmail()).toBe(mine.email);
    expect((await refreshSession(shop, refresh)).status).toBe(401);
    expect((await logIn(shop, mine.email, nextPassword)).status).toBe(401);
    expect((await undo(stolen)).codes).toEqual(['LINK_EXPIRED']);
    expect((await undo(mine.email)).codes).toEqual(['LINK_EXPIRED']);
  });

  test('cannot be undone while another account has the old address', async () => {
    const mine = await register(shop);
    const other = await register(shop);
    await changeEmail(shop, mine, newAddress());
    await changeRows(shop.db, 'users', { id: other.id }, { email: mine.email });
    expect(await undo(mine.email)).toMatchObject({ status: 409, codes: ['EMAIL_TAKEN'] });
    expect((await undo(mine.email)).codes).toEqual(['EMAIL_TAKEN']);
    expect(await emailOf(mine.id)).not.toBe(mine.email);
    await changeRows(shop.db, 'users', { id: other.id }, { email: newAddress() });
    expect((await undo(mine.email)).status).toBe(200);
    expect(await emailOf(mine.id)).toBe(mine.email);
  });

  test('cannot be undone after seven days', async () => {
    const mine = await register(shop);
    await changeEmail(shop, mine, newAddress());
    shop.advance(7 * 24 * 60 * 60_000);
    expect((await undo(mine.email)).codes).toEqual(['LINK_EXPIRED']);
  });

  test('reserves the old address as long as it can be undone', async () => {
    const mine = await register(shop);
    await changeEmail(shop, mine, newAddress());
    await expect(register(shop, mine.email)).rejects.toThrow('EMAIL_TAKEN');
    expect(await ask(await register(shop), mine.email)).toBe('');
    shop.advance(7 * 24 * 60 * 60_000);
    expect((await register(shop, mine.email)).email).toBe(mine.email);
  });

  test('cannot be undone from an address that was never confirmed', async () => {
    const typo = await registerUnconfirmed(shop, newAddress());
    await changeEmail(shop, typo, newAddress());
    expect(await mailedToken(shop, 'email_changed', typo.email)).toBe('');
  });
});
