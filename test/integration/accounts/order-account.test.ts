import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import { orderToken } from '#server/orders/read-order.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest, orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  linesOf,
  payOrder,
  products,
  register,
  registerUnconfirmed,
  type Shopper,
  storeGuestCart,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import {
  buy,
  changeEmail,
  deleteAccount,
  isLoggedIn,
  logIn,
  logInByCode,
  mailedToken,
  patchUser,
  undoEmailChange,
} from './account-shop.ts';

const shop = await openTestShop();

/** Returns the numbers of the orders that the account sees: in its purchases and in its export. */
async function seenBy({ id, access: bearer }: Shopper): Promise<readonly string[]> {
  const listed = await shop.call(endpoints.listPayments, { bearer });
  const exported = await shop.call(endpoints.exportAccount, { params: { id }, bearer });
  const codes = (listed.value?.data ?? []).map(({ attributes }) => attributes.order_code);
  for (const code of codes) expect(exported.text).toContain(code);
  return codes;
}

async function confirm({ access: bearer, email }: Shopper, template = 'email_confirmation'): Promise<void> {
  const token = await mailedToken(shop, template, email);
  expect((await shop.call(endpoints.confirmEmail, { bearer, body: { token } })).status).toBe(200);
}

describe('a guest’s order of goods', () => {
  test('is seen by an account of its address after the confirmation, not before', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    const me = await registerUnconfirmed(shop, order.email);
    expect(await seenBy(me)).toEqual([]);
    const early = await shop.call(endpoints.getOrder, { params: { id: order.id }, bearer: me.access });
    expect(early.codes).toEqual(['NOT_FOUND']);
    await confirm(me);
    expect(await seenBy(me)).toEqual([order.code]);
    const late = await shop.call(endpoints.getOrder, { params: { id: order.id }, bearer: me.access });
    expect(late.value?.data.attributes.has_account).toBe(true);
  });

  test('is seen by an account that changes to its address', async () => {
    const order = await buyAsGuest(shop, { [products.voucher]: 1 });
    const me = await register(shop);
    await patchUser(shop, me, { email: order.email });
    expect(await seenBy(me)).toEqual([]);
    await confirm({ ...me, email: order.email }, 'email_change');
    expect(await seenBy(me)).toEqual([order.code]);
  });

  test('joins an account that returns to its address', async () => {
    const me = await register(shop);
    await changeEmail(shop, me, `weg-${me.email}`);
    const order = await buyAsGuest(shop, { [products.book]: 1 }, { email: me.email });
    expect((await undoEmailChange(shop, me.email)).status).toBe(200);
    expect((await rowOf(shop.db, 'orders', { id: order.id })).user_id).toBe(me.id);
  });

  test('that would create an account is refused while another account may return to the address', async () => {
    const me = await register(shop);
    await changeEmail(shop, me, `weg-${me.email}`);
    const order = async (lines: Readonly<Record<string, number>>) => {
      const cart = await storeGuestCart(shop, lines);
      const body = { bundle_cart_unique_id: cart.id, email: me.email };
      return (await shop.call(endpoints.createOrder, { body })).codes;
    };
    expect(await order({ [products.course]: 1 })).toEqual(['LOGIN_REQUIRED']);
    shop.advance(7 * 24 * 60 * 60_000);
    expect(await order({ [products.course]: 1 })).toEqual([]);
  });

  test('is refused likewise when a course is added to the cart after the review', async () => {
    const me = await register(shop);
    await changeEmail(shop, me, `weg-${me.email}`);
    const order = await orderAsGuest(shop, { [products.book]: 1 }, { email: me.email });
    const { cart_id } = await rowOf(shop.db, 'orders', { id: order.id });
    const { public_id: id } = await rowOf(shop.db, 'carts', { id: cart_id });
    await shop.call(endpoints.storeGuestCart, { body: { id, products: linesOf({ [products.course]: 1 }) } });
    expect((await payOrder(shop, order)).codes).toEqual(['LOGIN_REQUIRED']);
    expect(await rowsOf(shop.db, 'users', { email: me.email })).toEqual([]);
  });

  test('stays when its account is deleted, but is not found by a lookup any more', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    const me = await register(shop, order.email);
    expect(await seenBy(me)).toEqual([order.code]);
    expect((await deleteAccount(shop, me)).status).toBe(200);
    const proof = { orderToken: orderToken(shop.context, order.id) };
    expect((await shop.call(endpoints.getOrder, { params: { id: order.id }, ...proof })).status).toBe(200);
    await shop.call(endpoints.requestOrderLink, { body: { code: order.code, email: order.email } });
    expect(await rowsOf(shop.db, 'outbox', { template: 'order_link' }, ['template'])).toEqual([]);
  });
});

const chosen = 'neun Mispeln im Gras';

/** Sets the first password of the account that an order has created, as the page after the payment does. */
function open(id: string, password = chosen, token = orderToken(shop.context, id), confirmation = password) {
  return shop.call(endpoints.openOrderAccount, {
    params: { id },
    orderToken: token,
    body: { password, password_confirmation: confirmation },
  });
}

const isNew = async (id: string) => {
  const proof = { orderToken: orderToken(shop.context, id) };
  const read = await shop.call(endpoints.getOrder, { params: { id }, ...proof });
  return read.value?.data.attributes.is_new_account;
};

async function addressesOf(bearer: string) {
  const listed = await shop.call(endpoints.listAddresses, { bearer });
  return (listed.value?.data ?? []).map((one) => one.attributes);
}

describe('the password of an account that an order has created', () => {
  test('is set with the token of the order and logs in, to the course and the entered name and address', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 }, { address: vienna });
    expect(await isNew(order.id)).toBe(true);
    const { value } = await open(order.id);
    expect(value?.data).toMatchObject({
      email: order.email,
      firstname: vienna.firstname,
      lastname: vienna.lastname,
      courses: [products.course],
      is_email_confirmed: false,
      is_registered_with_funnel: false,
    });
    expect(await addressesOf(value?.access ?? '')).toEqual([
      { ...vienna, is_default_shipping: true, is_default_billing: true },
    ]);
    expect((await logIn(shop, order.email, chosen)).status).toBe(200);
    expect(await isNew(order.id)).toBe(false);
  });

  test('is set once by ten parallel calls', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    const calls = await inParallel(10, (index) => open(order.id, `${chosen} ${index}`));
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(calls.flatMap(({ codes }) => codes))).toEqual(new Set(['FORBIDDEN']));
  });

  test('keeps the mailed link valid, which gives the account to the owner of the mailbox', async () => {
    const address = { ...berlin, salutation: 'ms' };
    const order = await buyAsGuest(shop, { [products.course]: 1 }, { address });
    const buyer = (await open(order.id)).value;
    const token = await mailedToken(shop, 'set_password', order.email);
    const owner = await shop.call(endpoints.completeAccount, {
      body: { token, password: 'zehn Pfirsiche', password_confirmation: 'zehn Pfirsiche' },
    });
    expect(owner.value?.data).toMatchObject({
      is_email_confirmed: true,
      salutation: 'ms',
      firstname: berlin.firstname,
      lastname: berlin.lastname,
    });
    const person = { id: owner.value?.data.sub ?? '', access: buyer?.access ?? '' };
    expect(await isLoggedIn(shop, person)).toBe(false);
    expect((await logIn(shop, order.email, chosen)).status).toBe(401);
  });

  test('is requested by mail ten minutes later, unless it was set on the page', async () => {
    // Mails of earlier tests, whose PDFs would take time.
    await shop.db.deleteFrom('outbox').execute();
    const buyCourse = () => buyAsGuest(shop, { [products.course]: 1 });
    const [onPage, byMail] = [await buyCourse(), await buyCourse()];
    const ofBoth = [onPage.email, byMail.email];
    const waiting = shop.db.selectFrom('outbox').where('template', '=', 'set_password');
    const delays = await waiting.select(['created_at', 'due_at']).where('recipient', 'in', ofBoth).execute();
    expect(delays.map(({ created_at, due_at }) => (Number(due_at) - Number(created_at)) / 60_000)).toEqual([
      10, 10,
    ]);
    const token = await mailedToken(shop, 'set_password', byMail.email);
    await open(onPage.id);
    const sent = async () =>
      (await deliverMails(shop.context)).filter(({ recipient }) => ofBoth.includes(recipient));
    const early = await sent();
    expect(early.filter(({ text }) => text.includes('konto=neu'))).toEqual([]);
    expect(early.map(({ recipient }) => recipient).toSorted()).toEqual(
      [onPage.email, onPage.email, byMail.email].toSorted(),
    );
    const now = new Date(shop.context.clock.now());
    await shop.db.updateTable('outbox').set({ due_at: now }).where('sent_at', 'is', null).execute();
    const late = await sent();
    expect(late.map(({ recipient }) => recipient)).toEqual([byMail.email]);
    expect(late[0]?.text).toContain(`konto=neu#token=${token}`);
  });

  test('stays when the mailed link confirms the address', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    const { value } = await open(order.id);
    const token = await mailedToken(shop, 'email_confirmation', order.email);
    const bearer = value?.access ?? '';
    expect((await shop.call(endpoints.confirmEmail, { bearer, body: { token } })).status).toBe(200);
    expect((await logIn(shop, order.email, chosen)).value?.data.is_email_confirmed).toBe(true);
  });

  test('gives no access to orders that only have the same address', async () => {
    const book = await buyAsGuest(shop, { [products.book]: 1 });
    const course = await buyAsGuest(shop, { [products.course]: 1 }, { email: book.email });
    const { value } = await open(course.id);
    const seen = await shop.call(endpoints.listPayments, { bearer: value?.access ?? '' });
    expect(seen.value?.data.map(({ attributes }) => attributes.order_code)).toEqual([course.code]);
  });
});

describe('setting this password is refused', () => {
  test('without the token of this order', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    const other = await buyAsGuest(shop, { [products.course]: 1 });
    const foreign = await open(order.id, chosen, orderToken(shop.context, other.id));
    expect([foreign.status, foreign.codes]).toEqual([404, ['NOT_FOUND']]);
    expect(await isNew(order.id)).toBe(true);
  });

  test('for a password that is common, or typed differently', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    expect((await open(order.id, 'sonnenschein')).codes).toEqual(['PASSWORD_TOO_COMMON']);
    const token = orderToken(shop.context, order.id);
    expect((await open(order.id, chosen, token, `${chosen}!`)).codes).toEqual(['PASSWORDS_DIFFER']);
    expect((await open(order.id)).status).toBe(200);
  });

  test('for an order that has created no account', async () => {
    const guest = await buyAsGuest(shop, { [products.book]: 1 });
    expect((await open(guest.id)).codes).toEqual(['FORBIDDEN']);
    const learner = await register(shop);
    const owned = await buy(shop, learner, [products.otherCourse]);
    expect((await open(owned.id)).codes).toEqual(['FORBIDDEN']);
    expect((await logIn(shop, learner.email, chosen)).status).toBe(401);
  });

  test('an hour after the payment, as the mailed link is', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    const minutes = (count: number) => new Date(shop.context.clock.now() - count * 60_000);
    const paidBefore = (count: number) =>
      changeRows(shop.db, 'orders', { id: order.id }, { completed_at: minutes(count) });
    await paidBefore(61);
    expect((await open(order.id)).codes).toEqual(['FORBIDDEN']);
    await paidBefore(59);
    expect((await open(order.id)).status).toBe(200);
  });

  test('once somebody has logged in by a mailed code', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    await logInByCode(shop, order.email);
    expect((await open(order.id)).codes).toEqual(['FORBIDDEN']);
  });

  test('once another order has joined the account, which also ends its session', async () => {
    const join = (email: string, order: string) =>
      inTransaction(shop.db, async (trx) => {
        const { user_id } = await createPurchaseAccount(trx, shop.context, { email, locale: 'de' });
        await changeRows(trx, 'orders', { id: order }, { user_id });
        return user_id;
      });
    const early = await buyAsGuest(shop, { [products.course]: 1 });
    await join(early.email, (await buyAsGuest(shop, { [products.book]: 1 })).id);
    expect((await open(early.id)).codes).toEqual(['FORBIDDEN']);

    const late = await buyAsGuest(shop, { [products.course]: 1 });
    const { value } = await open(late.id);
    const id = await join(late.email, (await buyAsGuest(shop, { [products.book]: 1 })).id);
    expect(await isLoggedIn(shop, { id, access: value?.access ?? '' })).toBe(false);
    expect((await open(late.id)).codes).toEqual(['FORBIDDEN']);
  });

  test('for an account that was deleted meanwhile', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    const { value } = await open(order.id);
    const person = { id: value?.data.sub ?? '', access: value?.access ?? '' };
    expect((await deleteAccount(shop, person, chosen)).status).toBe(200);
    expect((await open(order.id)).codes).toEqual(['FORBIDDEN']);
  });
});

describe('the address book', () => {
  test('gets an address of a checkout once, and not as a default', async () => {
    const learner = await register(shop);
    await buy(shop, learner, [products.otherCourse]);
    await buy(shop, learner, [products.book]);
    expect(await addressesOf(learner.access)).toEqual([
      { ...berlin, is_default_shipping: false, is_default_billing: false },
    ]);
  });

  test('holds at most a hundred addresses', async () => {
    const learner = await register(shop);
    const now = new Date(shop.context.clock.now());
    const stored = Array.from({ length: 100 }, (_, index) => ({
      ...{ id: shop.context.ids.uuid(), user_id: learner.id, created_at: now },
      fields: JSON.stringify({ ...berlin, house_number: `${index} a` }),
    }));
    await insertRows(shop.db, 'addresses', stored);
    await buy(shop, learner, [products.book]);
    expect(await rowsOf(shop.db, 'addresses', { user_id: learner.id }, ['id'])).toHaveLength(100);
    expect(shop.faults).toEqual([]);
  });
});
