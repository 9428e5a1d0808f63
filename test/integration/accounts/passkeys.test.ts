import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { maxPasskeys } from '#core/model/passkey.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';
import { password, register, registerUnconfirmed, type Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createSoftwareAuthenticator } from '#test/support/software-authenticator.ts';
import {
  arriveByPurchase,
  changeEmail,
  changePassword,
  isLoggedIn,
  logIn,
  mailsTo,
  passwordLink,
  refreshSession,
  resetPassword,
  undoEmailChange,
} from './account-shop.ts';

const shop = await openTestShop();
const site = 'http://localhost:3000';
const minute = 60_000;

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>;
type Twist = Parameters<Authenticator['sign']>[1];

/** Returns the user with a new access token of the same session. */
async function renewed(shopper: Shopper): Promise<Shopper> {
  const { value } = await refreshSession(shop, shopper.refresh);
  return { ...shopper, access: value?.access ?? '' };
}

async function openNew({ access: bearer }: Pick<Shopper, 'access'>, typed?: string) {
  return shop.call(endpoints.openNewPasskey, {
    bearer,
    body: typed === undefined ? {} : { password: typed },
  });
}

/** Adds a passkey of this device to the account. */
async function add(shopper: Shopper, device: Authenticator, twist: Twist = {}) {
  const opened = await openNew(shopper);
  if (opened.value === null) throw new Error(opened.text);
  const credential = device.create(opened.value.options, twist);
  return shop.call(endpoints.addPasskey, { bearer: shopper.access, body: { credential } });
}

/** Registers an account with a passkey of a new device. */
async function withPasskey(email: string) {
  const [me, device] = [await register(shop, email), createSoftwareAuthenticator(site)];
  return { me, device, added: await add(me, device) };
}

async function challenge() {
  const opened = await shop.call(endpoints.openPasskeyLogIn, { body: {} });
  if (opened.value === null) throw new Error(opened.text);
  return opened.value.options;
}

const logInWith = (credential: ReturnType<Authenticator['sign']>) =>
  shop.call(endpoints.logInWithPasskey, { body: { credential } });

const enter = async (device: Authenticator, twist: Twist = {}) =>
  logInWith(device.sign(await challenge(), twist));

describe('a login by passkey', () => {
  test('opens a session of the account each time, and records when it was used', async () => {
    const { me, device, added } = await withPasskey('schluessel@example.org');
    expect(added.value?.data.attributes).toMatchObject({ is_synced: false, last_used_at: null });
    for (const _ of [1, 2]) {
      const entered = await enter(device);
      expect(entered.value?.data).toMatchObject({ sub: me.id, email: me.email });
      expect(await isLoggedIn(shop, { id: me.id, access: entered.value?.access ?? '' })).toBe(true);
    }
    const { value } = await shop.call(endpoints.listPasskeys, { bearer: me.access });
    expect(value?.data.map(({ attributes }) => attributes.last_used_at !== null)).toEqual([true]);
    expect((await mailsTo(shop, me.email)).map(({ template }) => template)).toContain('passkey_added');
  });

  test.each([
    ['another key', { isForged: true }],
    ['another site', { origin: 'https://meisterhand.example.com' }],
    ['another relying party', { rpId: 'example.com' }],
    ['a person who was not verified', { isVerified: false }],
    ['an unknown challenge', { challenge: 'A'.repeat(43) }],
    ['the handle of another account', { userHandle: 'AAAA' }],
    ['an unchanged counter', { count: 1 }],
    ['a lower counter', { count: 0 }],
  ])('is refused with %s', async (what, twist) => {
    const { device } = await withPasskey(`${what.replaceAll(' ', '-')}@example.org`);
    expect(await enter(device, twist)).toMatchObject({ status: 422, codes: ['PASSKEY_REFUSED'] });
    expect((await enter(device, { count: 2 })).status).toBe(200);
  });

  test('accepts a challenge once, even in parallel, and for ten minutes', async () => {
    const { device } = await withPasskey('einmal@example.org');
    const credential = device.sign(await challenge());
    const answers = await inParallel(3, () => logInWith(credential));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const late = await challenge();
    shop.advance(10 * minute);
    expect((await logInWith(device.sign(late))).status).toBe(422);
    const inTime = await challenge();
    shop.advance(10 * minute - 1);
    expect((await logInWith(device.sign(inTime))).status).toBe(200);
  });

  test('invalidates a challenge even after a wrong signature', async () => {
    const { device } = await withPasskey('verbraucht@example.org');
    const options = await challenge();
    expect((await logInWith(device.sign(options, { isForged: true }))).status).toBe(422);
    expect((await logInWith(device.sign(options))).status).toBe(422);
  });

  test('refuses an unknown passkey with the same delayed response as a wrong one', async () => {
    const me = await register(shop, 'bekannt@example.org');
    const [known, unknown] = [createSoftwareAuthenticator(site), createSoftwareAuthenticator(site)];
    await add(me, known);
    const opened = await openNew(me);
    if (opened.value !== null) unknown.create(opened.value.options);
    const before = shop.responseSteps();
    const first = await enter(known, { isForged: true });
    const between = shop.responseSteps();
    expect((await enter(unknown)).text).toBe(first.text);
    expect([between - before, shop.responseSteps() - between].every((steps) => steps > 0)).toBe(true);
  });

  test('is refused for a closed account', async () => {
    const { me, device } = await withPasskey('geschlossen@example.org');
    await changeRows(shop.db, 'users', { id: me.id }, { is_active: false });
    expect((await enter(device)).codes).toEqual(['PASSKEY_REFUSED']);
  });
});

describe('a new passkey', () => {
  test('needs a confirmed address', async () => {
    const me = await registerUnconfirmed(shop, 'unbestaetigt-schluessel@example.org');
    expect((await openNew(me)).codes).toEqual(['EMAIL_NOT_CONFIRMED']);
  });

  test('needs a login within 15 minutes, or the password', async () => {
    const me = await register(shop, 'frisch@example.org');
    shop.advance(15 * minute);
    expect((await openNew(await renewed(me))).status).toBe(200);
    shop.advance(1);
    const late = await renewed(me);
    expect((await openNew(late)).codes).toEqual(['LOGIN_TOO_OLD']);
    expect((await openNew(late, 'nicht mein Passwort')).codes).toEqual(['WRONG_PASSWORD']);
    expect((await openNew(late, password)).status).toBe(200);
    const { value } = await logIn(shop, me.email, password);
    expect((await openNew({ access: value?.access ?? '' })).status).toBe(200);
  });

  test('is refused with the challenge of another user, or of a login', async () => {
    const [me, other] = [
      await register(shop, 'ich-schluessel@example.org'),
      await register(shop, 'andere-schluessel@example.org'),
    ];
    const device = createSoftwareAuthenticator(site);
    const [theirs, mine] = [await openNew(other), await openNew(me)];
    if (theirs.value === null || mine.value === null) throw new Error('No challenge');
    const { challenge: ofLogin } = await challenge();
    for (const options of [theirs.value.options, { ...mine.value.options, challenge: ofLogin }]) {
      const body = { credential: device.create(options) };
      const { codes } = await shop.call(endpoints.addPasskey, { bearer: me.access, body });
      expect(codes).toEqual(['PASSKEY_REFUSED']);
    }
    const body = { credential: device.create(mine.value.options) };
    expect((await shop.call(endpoints.addPasskey, { bearer: me.access, body })).status).toBe(201);
    expect((await shop.call(endpoints.addPasskey, { bearer: me.access, body })).status).toBe(422);
  });

  test.each([
    ['of another site', { origin: 'https://meisterhand.example.com' }],
    ['of a person who was not verified', { isVerified: false }],
    ['with a certificate of its maker', { isAttested: true }],
  ])('%s is refused', async (what, twist) => {
    const me = await register(shop, `neu-${what.replaceAll(' ', '-')}@example.org`);
    expect((await add(me, createSoftwareAuthenticator(site), twist)).codes).toEqual(['PASSKEY_REFUSED']);
  });

  test(`is not possible beside ${maxPasskeys} others, which the device is told to exclude`, async () => {
    const me = await register(shop, 'viele@example.org');
    const devices = Array.from({ length: maxPasskeys }, () => createSoftwareAuthenticator(site));
    for (const device of devices.slice(1)) expect((await add(me, device)).status).toBe(201);
    const late = await openNew(me);
    expect(late.value?.options.excludeCredentials).toHaveLength(maxPasskeys - 1);
    expect((await add(me, createSoftwareAuthenticator(site))).status).toBe(201);
    expect((await openNew(me)).codes).toEqual(['NOT_POSSIBLE']);
    if (late.value === null) throw new Error(late.text);
    const credential = createSoftwareAuthenticator(site).create(late.value.options);
    const added = await shop.call(endpoints.addPasskey, { bearer: me.access, body: { credential } });
    expect(added.codes).toEqual(['NOT_POSSIBLE']);
  });
});

describe('an existing passkey', () => {
  test('is renamed and removed by its owner only', async () => {
    const other = await register(shop, 'fremd@example.org');
    const { me, device, added } = await withPasskey('liste@example.org');
    const id = added.value?.data.id ?? '';
    const foreign = { bearer: other.access, params: { id } };
    expect((await shop.call(endpoints.renamePasskey, { ...foreign, body: { name: 'x' } })).status).toBe(404);
    expect((await shop.call(endpoints.removePasskey, foreign)).status).toBe(404);
    const own = { bearer: me.access, params: { id } };
    const renamed = await shop.call(endpoints.renamePasskey, { ...own, body: { name: ' Telefon ' } });
    expect(renamed.value?.data.attributes.name).toBe('Telefon');
    expect((await enter(device)).status).toBe(200);
    expect((await shop.call(endpoints.removePasskey, own)).status).toBe(200);
    expect((await enter(device)).status).toBe(422);
    expect((await shop.call(endpoints.removePasskey, own)).status).toBe(404);
  });

  test('is kept by a password change and removed by a reset by mail, and the mails say so', async () => {
    const { me, device } = await withPasskey('neues-passwort@example.org');
    const next = 'ein ganz anderes Passwort';
    await changePassword(shop, me.access, next);
    expect((await enter(device)).status).toBe(200);
    const token = await passwordLink(shop, me.email);
    // A registration of a device that began before the reset is cancelled.
    const begun = await enter(device);
    const opened = await openNew({ access: begun.value?.access ?? '' });
    expect((await resetPassword(shop, token, next)).status).toBe(200);
    expect((await enter(device)).codes).toEqual(['PASSKEY_REFUSED']);
    expect(opened.status).toBe(200);
    expect(await rowsOf(shop.db, 'passkey_challenges', { user_id: me.id })).toEqual([]);
    const changes = await mailsTo(shop, me.email, 'password_changed');
    expect(changes.map(({ facts }) => facts.passkeys)).toEqual(['kept', 'removed']);
  });

  test('is removed when an e-mail change is undone', async () => {
    const { me, device } = await withPasskey('frueher@example.org');
    await changeEmail(shop, me, 'spaeter@example.org');
    expect((await enter(device)).status).toBe(200);
    expect((await undoEmailChange(shop, me.email)).status).toBe(200);
    expect((await enter(device)).codes).toEqual(['PASSKEY_REFUSED']);
  });

  test('can belong to an account without a password that logged in by code', async () => {
    const me = await arriveByPurchase(shop);
    const device = createSoftwareAuthenticator(site);
    expect((await add(me, device)).status).toBe(201);
    expect((await enter(device)).value?.data.sub).toBe(me.id);
  });

  test('has challenges that are deleted when they have expired unused', async () => {
    await challenge();
    shop.advance(10 * minute);
    await challenge();
    while ((await deleteExpiredData(shop.context)) > 0);
    expect(await shop.db.selectFrom('passkey_challenges').selectAll().execute()).toHaveLength(1);
  });
});
