import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  fillOwnCart,
  password,
  payOrder,
  products,
  register,
  registerUnconfirmed,
  type Shopper,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import {
  deleteAccount,
  isLoggedIn,
  joinNewsletter,
  logIn,
  logInByCode,
  mailedToken,
  mailsTo,
  passwordLink,
  patchUser,
  refreshSession,
  resetPassword,
  storeAddress,
} from './account-shop.ts';

const shop = await openTestShop();
let people = 0;
const newAddress = () => `postfach-${++people}@example.org`;

function confirm(token: string, bearer?: string) {
  return shop.call(endpoints.confirmEmail, { body: { token }, ...(bearer === undefined ? {} : { bearer }) });
}

/** Returns the outcomes of using the registrant's access token, refresh token and password. */
async function whatStillWorks(registrant: Shopper) {
  return {
    access: await isLoggedIn(shop, registrant),
    refresh: (await refreshSession(shop, registrant.refresh)).status,
    login: (await logIn(shop, registrant.email, password)).status,
  };
}

const nothing = { access: false, refresh: 401, login: 401 };

function subscriptionOf(email: string) {
  return shop.db
    .selectFrom('newsletter_subscriptions')
    .innerJoin('newsletter_events', 'newsletter_events.subscription_id', 'newsletter_subscriptions.id')
    .select(['state', 'event'])
    .where('email', '=', email)
    .orderBy('happened_at')
    .orderBy('newsletter_events.id')
    .execute();
}

describe('a registration with a stranger’s address', () => {
  test('loses its password, sessions and links with the first mailed code that the owner uses', async () => {
    const registrant = await registerUnconfirmed(shop, newAddress());
    const earlier = await passwordLink(shop, registrant.email);
    const owner = await logInByCode(shop, registrant.email);
    expect(owner.data).toMatchObject({ sub: registrant.id, is_email_confirmed: true });
    expect(await whatStillWorks(registrant)).toEqual(nothing);
    expect(await isLoggedIn(shop, { id: owner.data.sub, access: owner.access })).toBe(true);
    expect((await resetPassword(shop, earlier, 'sieben Pflaumen am Baum')).codes).toEqual(['LINK_EXPIRED']);
  });

  test('keeps its device tokens, which share limits of guesses and of code mails', async () => {
    const { email } = await registerUnconfirmed(shop, newAddress());
    const devices: string[] = [];
    for (let count = 0; count < 12; count += 1)
      devices.push((await logIn(shop, email, password)).value?.device_token ?? '');
    await logInByCode(shop, email);
    const statuses: number[] = [];
    for (const device_token of devices.flatMap((device) => Array.from({ length: 10 }, () => device))) {
      const body = { identifier: email, password: 'geraten', device_token };
      statuses.push((await shop.call(endpoints.logIn, { address: 'one network', body })).status);
    }
    // After a hundred guesses the tokens count as unknown, which leaves the ten guesses of the network.
    expect(statuses.slice(0, 110)).toEqual(Array.from({ length: 110 }, () => 401));
    expect(statuses.slice(110)).toEqual(Array.from({ length: 10 }, () => 429));
    const codes = async () => (await mailsTo(shop, email, 'login_code')).length;
    const before = await codes();
    for (const device_token of devices.flatMap((device) => Array.from({ length: 5 }, () => device))) {
      const body = { email, locale: 'de', device_token } as const;
      expect((await shop.call(endpoints.requestLoginCode, { body })).status).toBe(202);
    }
    // After twenty mails they count as unknown, which leaves five for ten minutes and one for an hour.
    expect((await codes()) - before).toBe(26);
  });

  test('loses them with a password reset by mail', async () => {
    const registrant = await registerUnconfirmed(shop, newAddress());
    const link = await passwordLink(shop, registrant.email);
    expect((await resetPassword(shop, link, 'acht Quitten im Korb')).status).toBe(200);
    expect(await whatStillWorks(registrant)).toEqual(nothing);
    const owner = await logIn(shop, registrant.email, 'acht Quitten im Korb');
    expect(owner.value?.data.is_email_confirmed).toBe(true);
  });

  test('leaves no postal address that would be used for a parcel of the owner', async () => {
    const registrant = await registerUnconfirmed(shop, newAddress());
    const defaults = { is_default_shipping: true, is_default_billing: true };
    await storeAddress(shop, registrant.access, defaults);
    const cart = await fillOwnCart(shop, registrant, { [products.book]: 1 });
    await shop.call(endpoints.setShippingAddress, {
      bearer: registrant.access,
      body: { id: cart.bundle_cart_unique_id ?? '', ...berlin },
    });
    const { access: bearer } = await logInByCode(shop, registrant.email);
    const saved = await shop.call(endpoints.listAddresses, { bearer });
    expect(saved.value?.data.map((one) => one.attributes)).toMatchObject([
      { is_default_shipping: false, is_default_billing: false },
    ]);
    const own = await rowOf(shop.db, 'carts', { user_id: registrant.id });
    expect(own).toMatchObject({ shipping_address: null, billing_contact: null });
  });

  test('gets no access to a guest’s order that is paid later', async () => {
    const email = newAddress();
    const order = await orderAsGuest(shop, { [products.course]: 1 }, { email });
    shop.gateway.script({ goes: 'lost', was_charged: true });
    expect((await payOrder(shop, order)).status).toBe(202);
    const registrant = await registerUnconfirmed(shop, email);
    shop.advance(60_000);
    await resolveUnknownPayments(shop.context);
    expect(await whatStillWorks(registrant)).toEqual(nothing);
    expect((await logInByCode(shop, email)).data.courses).toEqual([products.course]);
  });

  test('cannot see or change the newsletter of the address', async () => {
    const email = newAddress();
    await joinNewsletter(shop, email);
    const registrant = await registerUnconfirmed(shop, email);
    const known = await subscriptionOf(email);
    const seen = await shop.call(endpoints.getUser, {
      params: { id: registrant.id },
      bearer: registrant.access,
    });
    expect(seen.value?.data.attributes.newsletter).toBe(false);
    for (const newsletter of [false, true]) {
      const refused = await patchUser(shop, registrant, { newsletter });
      expect([refused.status, refused.codes]).toEqual([403, ['EMAIL_NOT_CONFIRMED']]);
    }
    expect((await deleteAccount(shop, registrant)).value?.state).toBe('deleted');
    expect(await subscriptionOf(email)).toEqual(known);
    expect(known.map(({ event }) => event)).toEqual(['requested', 'confirmed']);
  });

  test('cannot set a password in a call that began before the owner’s first login', async () => {
    const registrant = await registerUnconfirmed(shop, newAddress());
    const { hash } = shop.context.passwords;
    // The owner of the mailbox logs in while the server hashes the password of the registrant's accepted
    // request.
    Object.assign(shop.context.passwords, {
      hash: async (typed: string) => {
        Object.assign(shop.context.passwords, { hash });
        await logInByCode(shop, registrant.email);
        return hash(typed);
      },
    });
    const refused = await shop.call(endpoints.completeAccount, {
      bearer: registrant.access,
      body: { password, password_confirmation: password },
    });
    expect(refused.codes).toEqual(['UNAUTHENTICATED']);
    expect(await whatStillWorks(registrant)).toEqual(nothing);
  });
});

describe('the mail after a registration', () => {
  test('confirms the address within a session of the account, once', async () => {
    const mine = await registerUnconfirmed(shop, newAddress());
    await joinNewsletter(shop, mine.email);
    const token = await mailedToken(shop, 'email_confirmation', mine.email);
    expect((await confirm(token, mine.access)).status).toBe(200);
    const me = await shop.call(endpoints.getUser, { params: { id: mine.id }, bearer: mine.access });
    expect(me.value?.data.attributes).toMatchObject({ is_email_confirmed: true, newsletter: true });
    expect((await confirm(token, mine.access)).codes).toEqual(['LINK_EXPIRED']);
    expect((await logIn(shop, mine.email, password)).status).toBe(200);
  });

  test('confirms nothing without a session, or in a session of another user', async () => {
    const mine = await registerUnconfirmed(shop, newAddress());
    const stranger = await register(shop);
    const token = await mailedToken(shop, 'email_confirmation', mine.email);
    expect((await confirm(token)).codes).toEqual(['UNAUTHENTICATED']);
    expect(await confirm(token, stranger.access)).toMatchObject({ status: 403, codes: ['WRONG_SESSION'] });
    expect((await confirm(token, mine.access)).status).toBe(200);
  });

  test('is valid for seven days and is mailed six times a day', async () => {
    const mine = await registerUnconfirmed(shop, newAddress());
    const first = await mailedToken(shop, 'email_confirmation', mine.email);
    shop.advance(7 * 24 * 60 * 60_000);
    const bearer = (await logIn(shop, mine.email, password)).value?.access ?? '';
    expect((await confirm(first, bearer)).codes).toEqual(['LINK_EXPIRED']);
    const ask = () => shop.call(endpoints.requestEmailConfirmation, { bearer });
    for (let count = 0; count < 6; count += 1) expect((await ask()).status).toBe(202);
    expect((await ask()).status, 'the mailed links are valid').toBe(202);
    expect(await mailsTo(shop, mine.email, 'email_confirmation')).toHaveLength(7);
    shop.advance(60_000);
    const again = (await logIn(shop, mine.email, password)).value?.access ?? '';
    const newest = await mailedToken(shop, 'email_confirmation', mine.email);
    expect((await confirm(newest, again)).status).toBe(200);
  });

  test('is not sent again to a confirmed address', async () => {
    const mine = await register(shop);
    const before = (await mailsTo(shop, mine.email)).length;
    expect((await shop.call(endpoints.requestEmailConfirmation, { bearer: mine.access })).status).toBe(202);
    expect(await mailsTo(shop, mine.email)).toHaveLength(before);
  });
});

describe('an account with a confirmed address', () => {
  test('keeps its password and sessions when somebody logs in by code', async () => {
    const mine = await register(shop);
    expect((await logInByCode(shop, mine.email)).data.sub).toBe(mine.id);
    expect(await isLoggedIn(shop, mine)).toBe(true);
    expect((await logIn(shop, mine.email, password)).status).toBe(200);
  });
});
