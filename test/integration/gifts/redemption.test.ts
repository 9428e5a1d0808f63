import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { logIn, mailsTo } from '#test/integration/accounts/account-shop.ts';
import { outcomeOfCall, refusal, tally } from '#test/integration/support/outcomes.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  applyCode,
  confirmAddress,
  fillOwnCart,
  password,
  products,
  register,
  registerUnconfirmed,
  type Shopper,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { db } = shop;

const redeem = (shopper: Shopper, code: string) =>
  shop.call(endpoints.redeemGiftCode, { bearer: shopper.access, body: { code } });

let written = 0;

/** Stores a gift or voucher code with its value in cents, as a purchase does. Returns the code. */
async function giveCode(kind: 'gift' | 'voucher', productId: string, cents = 0): Promise<string> {
  const id = shop.context.ids.uuid();
  const code = `TEST-${++written}-${shop.context.ids.code(8)}`;
  const created_at = new Date(shop.context.clock.now());
  const value = { initial_cents: cents, balance_cents: cents };
  await insertRows(db, 'gift_codes', { id, code, kind, product_id: productId, ...value, created_at });
  const entry = { id: shop.context.ids.uuid(), gift_code_id: id, amount_cents: cents };
  if (cents > 0)
    await insertRows(db, 'voucher_entries', { ...entry, cause: 'issued', happened_at: created_at });
  return code;
}

const coursesOf = async (shopper: Shopper) =>
  (await shop.call(endpoints.getUser, { bearer: shopper.access, params: { id: shopper.id } })).value?.data
    .attributes.courses;

/** Expects that every balance is the sum of its ledger entries. */
async function expectSoundLedger(): Promise<void> {
  const codes = await db.selectFrom('gift_codes').select(['id', 'balance_cents']).execute();
  const entries = await db.selectFrom('voucher_entries').select(['gift_code_id', 'amount_cents']).execute();
  for (const { id, balance_cents } of codes) {
    const sum = entries
      .filter((entry) => entry.gift_code_id === id)
      .reduce((total, entry) => total + entry.amount_cents, 0);
    expect(balance_cents, id).toBe(sum);
  }
}

describe('a course gift', () => {
  test('gives access to its course once, to the first user who redeems it', async () => {
    const [first, second] = [await register(shop), await register(shop)];
    const given = await redeem(first, 'GESCHENK-CLARA');
    expect(given.value?.data.attributes).toMatchObject({
      kind: 'course',
      product_slug: 'clara-schumann',
      credit: null,
      ends_on: null,
    });
    expect(await coursesOf(first)).toEqual([products.course]);
    expect((await redeem(second, 'GESCHENK-CLARA')).codes).toEqual(['UNKNOWN']);
    expect((await redeem(first, 'GESCHENK-CLARA')).value).toEqual(given.value);
    expect(await coursesOf(second)).toEqual([]);
  });

  test('that its owner does not need stays valid for another user', async () => {
    const [owner, friend] = [await register(shop), await register(shop)];
    const [one, other] = [await giveCode('gift', products.gift), await giveCode('gift', products.gift)];
    await redeem(owner, one);
    expect((await redeem(owner, other)).codes).toEqual(['ALREADY_OWNED']);
    expect((await redeem(friend, other)).status).toBe(200);
  });

  test('redeemed by twenty users at once is given to one', async () => {
    const shoppers = await Promise.all(Array.from({ length: 20 }, () => register(shop)));
    const code = await giveCode('gift', products.gift);
    const answers = await Promise.all(shoppers.map((shopper) => redeem(shopper, code)));
    expect(tally(answers.map(outcomeOfCall)), 'what those who redeem at once are told').toEqual({
      200: 1,
      [refusal(422, 'UNKNOWN')]: 19,
    });
    const { id: gift_code_id } = await rowOf(db, 'gift_codes', { code });
    const owners = await rowsOf(db, 'entitlements', { gift_code_id, course_id: products.course });
    expect(owners).toHaveLength(1);
  });

  test('that was revoked gives no access, not even to the user who has redeemed it', async () => {
    const [code, redeemed] = [await giveCode('gift', products.gift), await giveCode('gift', products.gift)];
    const owner = await register(shop);
    await redeem(owner, redeemed);
    for (const one of [code, redeemed])
      await changeRows(db, 'gift_codes', { code: one }, { revoked_at: new Date(0) });
    const [taken, unknown] = [
      await redeem(await register(shop), code),
      await redeem(await register(shop), 'FALSCH'),
    ];
    expect([taken.codes, (await redeem(owner, redeemed)).codes]).toEqual([['UNKNOWN'], ['UNKNOWN']]);
    expect(taken.text).toBe(unknown.text);
  });
});

test('a code that the same user redeems again returns the same result, however often, and gives nothing more', async () => {
  const shopper = await register(shop);
  const codes = [
    await giveCode('gift', products.gift),
    await giveCode('gift', 'gift-geschenk-masterpass'),
    await giveCode('voucher', products.voucher, 2500),
  ];
  const first = [];
  for (const code of codes) first.push((await redeem(shopper, code)).value);
  expect(first.map((given) => given?.data.attributes)).toMatchObject([
    { kind: 'course' },
    { kind: 'membership', ends_on: '2027-11-20' },
    { kind: 'voucher', credit: 2500 },
  ]);
  // More often than wrong codes may be typed.
  for (let turn = 0; turn < 11; turn += 1)
    for (const [index, code] of codes.entries())
      expect((await redeem(shopper, code)).value).toEqual(first[index]);
  expect(await rowsOf(db, 'subscriptions', { user_id: shopper.id })).toHaveLength(1);
  await expectSoundLedger();
});

describe('a membership gift', () => {
  test('runs for a year and never renews', async () => {
    const shopper = await register(shop);
    const code = await giveCode('gift', 'gift-geschenk-masterpass');
    expect((await redeem(shopper, code)).value?.data.attributes).toMatchObject({
      kind: 'membership',
      ends_on: '2027-11-20',
    });
    const { value } = await shop.call(endpoints.getUser, {
      bearer: shopper.access,
      params: { id: shopper.id },
    });
    expect(value?.data.attributes).toMatchObject({ is_subscribed: true, subscription_status: 'active' });
    const subscriptions = await rowsOf(db, 'subscriptions', { user_id: shopper.id }, [
      'renews',
      'price_cents',
      'vault_token',
      'next_action_at',
    ]);
    expect(subscriptions).toEqual([
      { renews: false, price_cents: 0, vault_token: null, next_action_at: new Date('2027-11-20T23:00:00Z') },
    ]);
  });

  test('starts after a running period, also if two codes are redeemed at once', async () => {
    const shopper = await register(shop);
    const codes = await Promise.all([1, 2].map(() => giveCode('gift', 'gift-geschenk-masterpass')));
    const answers = await Promise.all(codes.map((code) => redeem(shopper, code)));
    expect(tally(answers.map(outcomeOfCall)), 'what those who redeem at once are told').toEqual({
      200: 1,
      [refusal(409, 'ALREADY_OWNED')]: 1,
    });
    const [left = ''] = codes.filter((_, index) => answers[index]?.status === 409);
    await changeRows(db, 'subscriptions', { user_id: shopper.id }, { status: 'cancelled' });
    expect((await redeem(shopper, left)).codes).toEqual(['ALREADY_OWNED']);
    await changeRows(db, 'subscriptions', { user_id: shopper.id }, { status: 'expired' });
    expect((await redeem(shopper, left)).status).toBe(200);
  });
});

describe('a voucher', () => {
  test('becomes credit, which pays for the next cart automatically', async () => {
    const shopper = await register(shop);
    const given = await redeem(shopper, 'GUTSCHEIN-50');
    expect(given.value?.data.attributes).toMatchObject({ kind: 'voucher', credit: 5000 });
    const more = await giveCode('voucher', products.voucher, 2500);
    expect((await redeem(shopper, more)).value?.data.attributes.credit).toBe(7500);
    const cart = await fillOwnCart(shop, shopper, { [products.course]: 1 });
    expect(cart).toMatchObject({ total: 9900, credit: 7500, amount_due: 2400 });
    await expectSoundLedger();
  });

  test('that is already in its owner’s cart pays as credit after it is redeemed', async () => {
    const shopper = await register(shop);
    const code = await giveCode('voucher', products.voucher, 2500);
    const { bundle_cart_unique_id } = await fillOwnCart(shop, shopper, { [products.course]: 1 });
    const applied = await applyCode(shop, bundle_cart_unique_id ?? '', code, { bearer: shopper.access });
    expect(applied.value?.credit).toBe(2500);
    await redeem(shopper, code);
    const cart = await shop.call(endpoints.getOwnCart, { bearer: shopper.access });
    expect(cart.value?.credit).toBe(2500);
    expect((await shop.call(endpoints.getCodeInfo, { body: { code } })).codes).toEqual(['UNKNOWN']);
  });

  test('redeemed by twenty users at once gives its value once', async () => {
    const shoppers = await Promise.all(Array.from({ length: 20 }, () => register(shop)));
    const code = await giveCode('voucher', products.voucher, 5000);
    const answers = await Promise.all(shoppers.map((shopper) => redeem(shopper, code)));
    expect(tally(answers.map(outcomeOfCall)), 'what those who redeem at once are told').toEqual({
      200: 1,
      [refusal(422, 'UNKNOWN')]: 19,
    });
    await expectSoundLedger();
  });

  test('cannot be redeemed by the internal code of a credit', async () => {
    const shopper = await register(shop);
    await redeem(shopper, await giveCode('voucher', products.voucher, 5000));
    const { code } = await rowOf(db, 'gift_codes', { kind: 'credit', redeemed_by: shopper.id });
    for (const bearer of [shopper, await register(shop)]) {
      expect((await redeem(bearer, code)).codes).toEqual(['UNKNOWN']);
    }
  });
});

test('guesses are counted by account, from all network addresses', async () => {
  const shopper = await register(shop);
  for (let guess = 0; guess < 30; guess += 1)
    expect((await redeem(shopper, `FALSCH-${guess}`)).codes).toEqual(['UNKNOWN']);
  expect((await redeem(shopper, 'FALSCH-31')).codes).toEqual(['TOO_MANY_ATTEMPTS']);
  // Failed attempts are counted together for all calls that accept a code.
  const info = await shop.call(endpoints.getCodeInfo, {
    bearer: shopper.access,
    body: { code: 'FALSCH-32' },
  });
  expect(info.codes).toEqual(['TOO_MANY_ATTEMPTS']);
});

describe('an account whose address is not confirmed', () => {
  test('redeems nothing until then, and the code stays valid', async () => {
    const me = await registerUnconfirmed(shop);
    const code = await giveCode('voucher', products.voucher, 2500);
    const refused = await redeem(me, code);
    expect([refused.status, refused.codes]).toEqual([403, ['EMAIL_NOT_CONFIRMED']]);
    // More often than wrong codes may be typed.
    for (let turn = 0; turn < 30; turn += 1)
      expect((await redeem(me, code)).codes).toEqual(['EMAIL_NOT_CONFIRMED']);
    const unused = { redeemed_by: null, redeemed_at: null, balance_cents: 2500 };
    expect(await rowOf(db, 'gift_codes', { code })).toMatchObject(unused);
    expect(await rowsOf(db, 'gift_codes', { redeemed_by: me.id })).toEqual([]);
    await confirmAddress(shop, me);
    expect((await redeem(me, code)).value?.data.attributes.credit).toBe(2500);
    await expectSoundLedger();
  });

  test('learns nothing of unknown and used codes, and its guesses are counted', async () => {
    const [me, owner] = [await registerUnconfirmed(shop), await register(shop)];
    const [used, good] = [await giveCode('gift', products.gift), await giveCode('gift', products.gift)];
    await redeem(owner, used);
    const [taken, unknown] = [await redeem(me, used), await redeem(me, 'FALSCH')];
    expect([taken.codes, taken.text]).toEqual([['UNKNOWN'], unknown.text]);
    for (let guess = 2; guess < 30; guess += 1)
      expect((await redeem(me, `FALSCH-${guess}`)).codes).toEqual(['UNKNOWN']);
    expect((await redeem(me, good)).codes).toEqual(['TOO_MANY_ATTEMPTS']);
  });

  test('that is confirmed while it redeems is refused or gets what the code holds, once', async () => {
    const me = await registerUnconfirmed(shop);
    const code = await giveCode('voucher', products.voucher, 2500);
    const [first] = await Promise.all([redeem(me, code), confirmAddress(shop, me)]);
    expect(['200', refusal(403, 'EMAIL_NOT_CONFIRMED')]).toContain(outcomeOfCall(first));
    expect((await redeem(me, code)).value?.data.attributes.credit).toBe(2500);
    await expectSoundLedger();
  });
});

describe('a campaign', () => {
  const enter = (email: string, code: string, typed = password) =>
    shop.call(endpoints.enterCampaign, { body: { email, password: typed, code, campaign: 'herbst' } });

  test('registers a new user, who gets what the code holds once the address is confirmed', async () => {
    const [email, code] = ['neu@example.org', await giveCode('gift', products.gift)];
    const { value } = await enter(email, code);
    expect(value).toMatchObject({ is_new_account: true, redemption: null, refusal: 'EMAIL_NOT_CONFIRMED' });
    expect(value?.data.courses).toEqual([]);
    await confirmAddress(shop, { email, access: value?.access ?? '' });
    const again = (await enter(email, code)).value;
    expect(again).toMatchObject({ is_new_account: false, refusal: null });
    expect(again?.redemption?.attributes.kind).toBe('course');
    expect(again?.data.courses).toEqual([products.course]);
  });

  test('begins the newsletter for a new user who ticks its box', async () => {
    const email = 'neugierig@example.org';
    const code = await giveCode('gift', products.gift);
    const body = { email, password, code, campaign: 'herbst', newsletter: true };
    expect((await shop.call(endpoints.enterCampaign, { body })).status).toBe(200);
    const mails = (await mailsTo(shop, email)).map(({ template }) => template);
    for (const template of ['email_confirmation', 'newsletter_confirm'])
      expect(mails.filter((mailed) => mailed === template)).toHaveLength(1);
  });

  test('entered twice at once creates one account, and the code is redeemed once', async () => {
    const [email, code] = ['doppelt@example.org', await giveCode('gift', products.gift)];
    const enterTwice = () => Promise.all([1, 2].map(() => enter(email, code)));
    const answers = await enterTwice();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ value }) => value?.is_new_account)).toHaveLength(1);
    await confirmAddress(shop, { email, access: answers[0]?.value?.access ?? '' });
    const given = await enterTwice();
    expect(given.map(({ value }) => value?.redemption?.attributes.kind)).toEqual(['course', 'course']);
    const { id: gift_code_id } = await rowOf(db, 'gift_codes', { code });
    expect(await rowsOf(db, 'entitlements', { gift_code_id }), 'redemptions of one code').toHaveLength(1);
  });

  test('does not register with a common password', async () => {
    const code = await giveCode('gift', products.gift);
    const refused = await enter('schwach@example.org', code, 'passwort123');
    expect(refused.codes).toEqual(['PASSWORD_TOO_COMMON']);
    expect(refused.text).toContain('"/password"');
    expect((await redeem(await register(shop), code)).status).toBe(200);
  });

  test('logs in an existing user; with a wrong password nothing is redeemed', async () => {
    const shopper = await register(shop);
    const code = await giveCode('gift', products.gift);
    expect((await enter(shopper.email, code, 'ein anderes Passwort')).codes).toEqual(['WRONG_CREDENTIALS']);
    const { value } = await enter(shopper.email, code);
    expect([value?.data.sub, value?.is_new_account]).toEqual([shopper.id, false]);
    expect(await coursesOf(shopper)).toEqual([products.course]);
  });

  test.each([
    ['shorter', 'kurz'],
    ['longer', 'lang '.repeat(40)],
    ['of characters that are composed', 'A\u0308pfel im Regal'],
  ])('logs in by a password that is %s than a new one may be', async (_name, old) => {
    const shopper = await register(shop);
    const code = await giveCode('gift', products.gift);
    const hashed = { password_hash: await shop.context.passwords.hash(old) };
    await changeRows(shop.db, 'users', { id: shopper.id }, hashed);
    expect((await enter(shopper.email, code, `${old}?`)).codes).toEqual(['WRONG_CREDENTIALS']);
    expect((await enter(shopper.email, code, old)).value?.data.sub).toBe(shopper.id);
    expect(await coursesOf(shopper)).toEqual([products.course]);
  });

  test.each([
    ['kurz um', 422],
    ['kurz um!', 200],
    ['x y '.repeat(32), 200],
    [`${'x y '.repeat(32)}z`, 422],
  ])('registers with a password of 8 to 128 characters: %s', async (typed, status) => {
    const email = `passwort-${typed.length}@example.org`;
    const entered = await enter(email, 'ABGELAUFEN', typed);
    expect([entered.status, entered.codes]).toEqual([status, status === 200 ? [] : ['INVALID_INPUT']]);
    if (status === 422) expect(entered.text).toContain('"/password"');
    expect((await logIn(shop, email, typed)).status).toBe(status === 200 ? 200 : 401);
  });

  test('keeps the login if the code is refused, and returns the reason', async () => {
    const { value } = await enter('zu-spaet@example.org', 'ABGELAUFEN');
    expect(value).toMatchObject({
      redemption: null,
      refusal: 'EXPIRED',
      detail: 'Dieser Code ist abgelaufen.',
    });
    expect(value?.access).toMatch(/^ey/);
  });

  test('applies a coupon to the cart with its campaign', async () => {
    const shopper = await register(shop);
    await fillOwnCart(shop, shopper, { [products.course]: 1 });
    const { value } = await enter(shopper.email, 'HERBST');
    expect(value).toMatchObject({ redemption: null, refusal: null, detail: null });
    const cart = await shop.call(endpoints.getOwnCart, { bearer: shopper.access });
    expect(cart.value).toMatchObject({ code: 'HERBST', code_error: null });
  });
});
