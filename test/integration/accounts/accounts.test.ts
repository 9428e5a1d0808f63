import { createHash } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { countHit, limitOf } from '#server/platform/rate-limits.ts';
import { inParallel, outcomeOfCall, refusal, tally } from '#test/integration/support/outcomes.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  fillOwnCart,
  password,
  products,
  register,
  registerWith,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { patchUser, refreshSession } from './account-shop.ts';

const shop = await openTestShop();

const registerAs = (attributes: Record<string, unknown>, language: 'de' | 'en' = 'de') =>
  registerWith(shop, { email: 'x@example.org', ...attributes }, { language });

function logIn(identifier: string, typed = password, address?: string) {
  return shop.call(endpoints.logIn, {
    body: { identifier, password: typed },
    ...(address === undefined ? {} : { address }),
  });
}

function getUser(id: string, bearer: string) {
  return shop.call(endpoints.getUser, { params: { id }, bearer });
}

describe('registering', () => {
  test('logs the new user in, with the language of the call', async () => {
    const person = { firstname: 'Ada', salutation: 'ms' };
    const { status, value } = await registerAs({ email: ' Neue@Example.org ', ...person }, 'en');
    expect(status).toBe(201);
    expect(value?.data).toMatchObject({
      email: 'neue@example.org',
      ...person,
      lastname: '',
      courses: [],
      is_active: true,
      is_subscribed: false,
      subscription_status: 'none',
      preferred_language: 'en',
      is_registered_with_funnel: false,
    });
    expect((await getUser(value?.data.sub ?? '', value?.access ?? '')).status).toBe(200);
  });

  test.each([
    ['EMAIL_TAKEN', 409, '/data/attributes/email', { email: 'lernende@meisterhand.example' }],
    [
      'PASSWORDS_DIFFER',
      422,
      '/data/attributes/password_confirmation',
      { password_confirmation: `${password}.` },
    ],
    [
      'PASSWORD_TOO_COMMON',
      422,
      '/data/attributes/password',
      { password: 'Passwort1!', password_confirmation: 'Passwort1!' },
    ],
    ['INVALID_INPUT', 422, '/data/attributes/password', { password: 'kurz', password_confirmation: 'kurz' }],
    ['INVALID_INPUT', 422, '/data/attributes/email', { email: 'keine-adresse' }],
  ])('is refused with %s', async (code, status, pointer, attributes) => {
    const refused = await registerAs(attributes);
    expect([refused.status, refused.codes]).toEqual([status, [code]]);
    expect(JSON.parse(refused.text).errors[0].source).toEqual({ pointer });
  });

  test('one of twenty parallel registrations gets the address', async () => {
    const answers = await inParallel(20, () => registerAs({ email: 'race@example.org' }));
    expect(tally(answers.map(outcomeOfCall))).toEqual({ 201: 1, [refusal(409, 'EMAIL_TAKEN')]: 19 });
  });
});

describe('logging in', () => {
  test('returns both tokens and the authentication fields', async () => {
    const { value } = await logIn('lernende@meisterhand.example', 'meisterhand-demo');
    expect(value?.success).toBe(true);
    expect(value?.data).toMatchObject({ firstname: 'Johanna', courses: ['course-albrecht-duerer'] });
    expect(value?.refresh).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const { refresh = '' } = value ?? {};
    const refresh_hash = createHash('sha256').update(refresh).digest();
    expect(await rowsOf(shop.db, 'sessions', { refresh_hash }, ['user_id'])).toHaveLength(1);
    const claims = JSON.parse(Buffer.from(value?.access.split('.')[1] ?? '', 'base64url').toString());
    expect(Object.keys(claims).toSorted()).toEqual(['exp', 'iat', 'sid', 'sub']);
    expect(claims.exp - claims.iat).toBe(600);
  });

  test('is refused with the same response for every cause', async () => {
    const { email, id } = await register(shop);
    const [closed, bought] = [await register(shop), await register(shop)];
    await changeRows(shop.db, 'users', { id: closed.id }, { is_active: false });
    await changeRows(shop.db, 'users', { id: bought.id }, { password_hash: null });
    const refusals = await Promise.all([
      logIn(email, 'falsches Passwort'),
      logIn('niemand@example.org'),
      logIn(closed.email),
      logIn(bought.email),
    ]);
    expect(new Set(refusals.map((refusal) => `${refusal.status} ${refusal.text}`)).size).toBe(1);
    expect(refusals[0]).toMatchObject({ status: 401, codes: ['WRONG_CREDENTIALS'] });
    expect(refusals[0]?.text).not.toContain(id);
  });

  test('is blocked after ten failures from one address, but not for the owner at another address', async () => {
    const { email } = await register(shop);
    for (let count = 0; count < 10; count += 1)
      expect((await logIn(email, 'geraten', 'attacker')).codes).toEqual(['WRONG_CREDENTIALS']);
    const stopped = await logIn(email, password, 'attacker');
    expect([stopped.status, stopped.codes]).toEqual([429, ['TOO_MANY_ATTEMPTS']]);
    const known = (await logIn(email, password, 'owner')).value?.device_token ?? '';
    const foreign = (await logIn((await register(shop)).email)).value?.device_token ?? '';
    for (const device_token of [foreign, `${known}x`, 'erfunden', '.', 'a.b', known]) {
      const body = { identifier: email, password, device_token };
      const { status } = await shop.call(endpoints.logIn, { address: 'attacker', body });
      expect(status, device_token).toBe(device_token === known ? 200 : 429);
    }
    shop.advance(15 * 60_000 + 1);
    expect((await logIn(email, password, 'attacker')).status).toBe(200);
  });

  test('after a hundred failures the password still works, and a wrong one has to wait ten seconds', async () => {
    const { email } = await register(shop);
    await countHit(shop.db, shop.context, [{ ...limitOf('login_account', { email }), hits: 100 }]);
    for (let count = 0; count < 25; count += 1)
      expect((await logIn(email, password, 'new device')).status).toBe(200);
    expect((await logIn(email, 'vertippt', 'slipping')).status).toBe(401);
    expect((await logIn(email, 'geraten', 'a stranger')).status).toBe(401);
    const waits = await logIn(email, password, 'slipping');
    expect([waits.status, waits.headers.get('Retry-After')]).toEqual([429, '10']);
    expect((await logIn(email, password, 'new device')).status).toBe(200);
    shop.advance(10_000);
    expect((await logIn(email, password, 'slipping')).status).toBe(200);
  });

  test('a hundred parallel guesses are blocked, except those already in progress', async () => {
    const { email } = await register(shop);
    const answers = await inParallel(100, () => logIn(email, 'geraten', 'many'));
    const guesses = answers.filter((answer) => answer.status === 401).length;
    expect(guesses).toBeGreaterThanOrEqual(10);
    expect(guesses).toBeLessThanOrEqual(14);
  });

  test('fifty correct log-ins at once are not blocked', async () => {
    const { email } = await register(shop);
    const answers = await inParallel(50, () => logIn(email, password, 'busy'));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  });
});

describe('a session', () => {
  test('ends with a logout, for access and refresh tokens', async () => {
    const { id, access, refresh } = await register(shop);
    expect((await shop.call(endpoints.logOut, { body: { refresh } })).status).toBe(200);
    expect((await getUser(id, access)).codes).toEqual(['UNAUTHENTICATED']);
    expect(await refreshSession(shop, refresh)).toMatchObject({ status: 401, codes: ['REFRESH_REFUSED'] });
    expect((await shop.call(endpoints.logOut, { body: { refresh } })).status).toBe(200);
    expect((await shop.call(endpoints.logOut, { body: { refresh: 'nie gesehen' } })).status).toBe(200);
  });

  test('of another user is not ended', async () => {
    const [leaving, staying] = [await register(shop), await register(shop)];
    await shop.call(endpoints.logOut, { body: { refresh: leaving.refresh } });
    expect((await getUser(staying.id, staying.access)).status).toBe(200);
  });

  test('gives access for ten minutes and can be refreshed afterwards', async () => {
    const { id, access, refresh } = await register(shop);
    shop.advance(599_000);
    expect((await getUser(id, access)).status).toBe(200);
    shop.advance(1_000);
    expect((await getUser(id, access)).codes).toEqual(['UNAUTHENTICATED']);
    const { value } = await refreshSession(shop, refresh);
    expect((await getUser(id, value?.access ?? '')).status).toBe(200);
  });

  test('is refused to a closed account', async () => {
    const { id, access, refresh } = await register(shop);
    await changeRows(shop.db, 'users', { id }, { is_active: false });
    expect((await getUser(id, access)).status).toBe(401);
    expect((await refreshSession(shop, refresh)).status).toBe(401);
  });

  test('is refused if the token is forged, of another kind or of another user', async () => {
    const { id, access } = await register(shop);
    const [head, body] = access.split('.');
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString());
    const own = shop.context.settings.tokenSecret;
    const sign = (changed: object, secret = own, alg = 'HS256') =>
      new SignJWT(changed as JWTPayload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
    const { exp: _exp, iat: _iat, ...endless } = claims;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    const forged = [
      `${head}.${body}.`,
      unsigned,
      await sign(claims, 'another secret of thirty-two chars'),
      await sign(claims, own, 'HS512'),
      await sign({ ...claims, sid: shop.context.ids.uuid() }),
      await sign({ ...claims, sub: (await register(shop)).id }),
      await sign({ ...claims, sid: 'no uuid' }),
      await sign(endless),
      '',
      'a.b.c',
      access.slice(0, -2),
    ];
    for (const token of forged) expect((await getUser(id, token)).status, token).toBe(401);
    expect((await getUser(id, access)).status).toBe(200);
    const cookie = await shop.send(`/users/${id}`, { headers: { Cookie: `_auth_access=${access}` } });
    expect(cookie.status).toBe(401);
    expect(cookie.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  test('that has ended is refused, not treated as a guest, where an access token is optional', async () => {
    const shopper = await register(shop);
    const { bundle_cart_unique_id } = await fillOwnCart(shop, shopper, { [products.course]: 1 });
    await shop.call(endpoints.logOut, { body: { refresh: shopper.refresh } });
    const { status } = await shop.call(endpoints.getCart, {
      params: { id: bundle_cart_unique_id ?? '' },
      bearer: shopper.access,
    });
    expect(status).toBe(401);
  });
});

describe('a profile', () => {
  test('is read and changed by its owner', async () => {
    const { id, access } = await register(shop);
    const attributes = { firstname: 'Émilie', preferred_language: 'en', declined_newsletter: true };
    const changed = await patchUser(shop, { id, access }, attributes);
    expect(changed.value?.data.attributes).toMatchObject(attributes);
    expect((await getUser(id, access)).value).toEqual(changed.value);
    expect((await patchUser(shop, { id, access }, {})).value).toEqual(changed.value);
  });
});

describe('the account check', () => {
  test('needs a guest’s cart that is not empty', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const check = (body: { email: string; id: string }) => shop.call(endpoints.checkAccount, { body });
    const known = 'lernende@meisterhand.example';
    expect((await check({ email: known, id })).value?.exists).toBe(true);
    expect((await check({ email: 'niemand@example.org', id })).value?.exists).toBe(false);
    expect((await check({ email: known, id: 'A'.repeat(22) })).codes).toEqual(['NOT_FOUND']);
    const own = await fillOwnCart(shop, await register(shop), { [products.course]: 1 });
    expect((await check({ email: known, id: own.bundle_cart_unique_id ?? '' })).codes).toEqual(['NOT_FOUND']);
    await shop.call(endpoints.storeGuestCart, { body: { id, products: [] } });
    expect((await check({ email: known, id })).codes).toEqual(['CART_EMPTY']);
  });

  test('stores the e-mail in the cart only on request', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const kept = async () => (await rowOf(shop.db, 'carts', { public_id: id })).email;
    await shop.call(endpoints.checkAccount, { body: { id, email: 'a@example.org' } });
    expect(await kept()).toBeNull();
    await shop.call(endpoints.checkAccount, { body: { id, email: 'a@example.org', save: true } });
    expect(await kept()).toBe('a@example.org');
  });

  test('is limited by cart', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const answers = await inParallel(30, (count) =>
      shop.call(endpoints.checkAccount, { body: { id, email: `${count}@example.org` } }),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    expect(answers.filter((answer) => answer.codes[0] === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
    const order = (cart: string, email: string, address?: string) => {
      const from = address === undefined ? {} : { address };
      return shop.call(endpoints.createOrder, { ...from, body: { email, bundle_cart_unique_id: cart } });
    };
    const [unknown, known] = [
      await order(id, 'noch-eine@example.org'),
      await order(id, (await register(shop)).email),
    ];
    expect([unknown.status, unknown.codes], 'an order checks as well').toEqual([429, ['TOO_MANY_ATTEMPTS']]);
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    const patient = (await storeGuestCart(shop, { [products.course]: 1 })).id;
    for (let count = 0; count < 40; count += 1)
      expect((await order(patient, 'eine@example.org', 'patient')).status, 'with the same e-mail').toBe(201);
    expect(shop.faults).toEqual([]);
  });

  test('of an order is counted unless the cart or its order has the e-mail already', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const enter = async (email: string) => {
      const body = { id, ...berlin, email };
      expect((await shop.call(endpoints.setShippingAddress, { body })).status).toBe(200);
    };
    const order = async (email: string) => {
      const body = { email, bundle_cart_unique_id: id };
      return (await shop.call(endpoints.createOrder, { body })).status;
    };
    await enter('eine@example.org');
    expect(await order('eine@example.org'), 'e-mail of the cart').toBe(201);
    await enter('andere@example.org');
    expect(await order('eine@example.org'), 'e-mail of the order').toBe(201);
    // Two of twenty e-mails were counted so far.
    const statuses: number[] = [];
    for (let count = 0; count < 19; count += 1) statuses.push(await order(`weitere-${count}@example.org`));
    expect(statuses).toEqual([...Array.from({ length: 18 }, () => 201), 429]);
    expect(await order('weitere-17@example.org'), 'the last one again').toBe(201);
  });
});
