import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { type OperatorRole, operatorRoles, permissions } from '#core/model/operator.ts';
import { permissionsOf } from '#core/rules/operations/permissions.ts';
import { createApiKey } from '#server/operations/team/api-keys.ts';
import { operatorSamples } from '#test/integration/support/operator-samples.ts';
import { logInAs, type TestOperator } from '#test/integration/support/operators.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { addressOf, type SampleCall } from '#test/integration/support/sample-calls.ts';
import { register } from '#test/integration/support/shoppers.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const shopper = await register(shop);

const guarded = operatorSamples.filter(({ endpoint }) => endpoint.permission !== 'none');
const named = guarded.map((sample) => [sample.endpoint.name, sample] as const);

/** Sends a sample as a page of the shop would, and returns the codes of its failure. */
async function send(sample: SampleCall, headers: Readonly<Record<string, string>>) {
  const { endpoint, body } = sample;
  const response = await shop.send(addressOf(sample), {
    method: endpoint.method,
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      ...(body === null ? {} : { 'Content-Type': endpoint.mediaType }),
      ...headers,
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  return (await readResponse(endpoint, response)).codes;
}

const sessions = new Map<OperatorRole, TestOperator>();

/** Returns an operator of this role with a session. Calls about oneself, which may end it, get a new one. */
async function sessionOf(role: OperatorRole, { endpoint }: SampleCall): Promise<TestOperator> {
  if (endpoint.permission === 'own') return logInAs(shop, role);
  const known = sessions.get(role) ?? (await logInAs(shop, role));
  sessions.set(role, known);
  return known;
}

/** Returns the cookies of a session that was ended and of an operator who was removed. */
async function endedCookies(): Promise<readonly string[]> {
  const [ended, removed] = [await logInAs(shop, 'owner'), await logInAs(shop, 'owner')];
  const now = new Date(shop.context.clock.now());
  const { db } = shop;
  await changeRows(db, 'operator_sessions', { operator_id: ended.id }, { ended_at: now });
  await changeRows(db, 'operators', { id: removed.id }, { state: 'removed', removed_at: now });
  return [ended.cookie, removed.cookie];
}

const ended = await endedCookies();

/** Creates a key with all permissions but one, and returns the headers of a program that uses it. */
async function makeKey(name: string, missing: Endpoint['permission'] = null) {
  const held = permissions.filter((permission) => permission !== missing);
  const made = await createApiKey(shop.context, { name, permissions: held });
  return { Authorization: `Bearer ${made.ok ? made.value.token : ''}`, 'Sec-Fetch-Site': 'cross-site' };
}

const revokedKey = await makeKey('widerrufen');
const revoked = { revoked_at: new Date(shop.context.clock.now()) };
await changeRows(shop.db, 'api_keys', { name: 'widerrufen' }, revoked);
const wholeKey = await makeKey('alles');
const keysWithout = new Map<Endpoint['permission'], Awaited<ReturnType<typeof makeKey>>>();

/** Returns the headers with a key that has all permissions but the one of a call. */
async function keyWithout({ endpoint: { permission } }: SampleCall) {
  const key = keysWithout.get(permission) ?? (await makeKey(`alles außer ${permission}`, permission));
  keysWithout.set(permission, key);
  return key;
}

/** Returns the cookie of an owner whose last proof is too old. */
async function lateCookie() {
  const { cookie, id } = await logInAs(shop, 'owner');
  const proved_at = new Date(shop.context.clock.now() - 10 * 60_000);
  await changeRows(shop.db, 'operator_sessions', { operator_id: id }, { proved_at });
  return cookie;
}
const late = await lateCookie();

describe('who may call it', () => {
  test.each(named)('%s asks every role for its permission', async (_, sample) => {
    const { permission } = sample.endpoint;
    for (const role of operatorRoles) {
      const isAllowed = permission === 'own' || permissionsOf(role).some((held) => held === permission);
      const { cookie } = await sessionOf(role, sample);
      const codes = await send(sample, { Cookie: cookie });
      if (isAllowed) expect(['FORBIDDEN', 'UNAUTHENTICATED'], role).not.toContain(codes[0]);
      else expect(codes, role).toEqual(['FORBIDDEN']);
    }
  });

  // The test above reads the permission from the call. Here it is written out, for a call of each kind.
  test.each<[OperatorRole, readonly string[]]>([
    ['support', ['storeLessonFile', 'removeFilm', 'getFilmWatching', 'getProductImport']],
    ['support', ['getDraftFilmPlaylist', 'getDraftFilmKey', 'getDraftFilmCaptions']],
    ['bookkeeper', ['saveCatalogueRecord']],
    ['editor', ['getCustomerImport']],
  ])('%s may not call %j', async (role, names) => {
    const samples = named.filter(([name]) => names.includes(name));
    expect(samples).toHaveLength(names.length);
    for (const [name, sample] of samples) {
      const { cookie } = await sessionOf(role, sample);
      expect(await send(sample, { Cookie: cookie }), name).toEqual(['FORBIDDEN']);
    }
  });

  test.each(named)(
    '%s refuses shoppers, strangers, ended sessions and removed operators',
    async (_, sample) => {
      const refused = ['UNAUTHENTICATED'];
      expect(await send(sample, {})).toEqual(refused);
      expect(await send(sample, { Authorization: `Bearer ${shopper.access}` })).toEqual(refused);
      expect(await send(sample, { Cookie: `operator_session=${shopper.access}` })).toEqual(refused);
      for (const Cookie of ended) expect(await send(sample, { Cookie })).toEqual(refused);
    },
  );

  test.each(named)('%s asks a key for its permission, and a session for a fresh proof', async (_, sample) => {
    const { permission, needsFreshProof } = sample.endpoint;
    const isForKeys = permission !== 'own' && !needsFreshProof;
    const codes = await send(sample, wholeKey);
    if (isForKeys) expect(['FORBIDDEN', 'UNAUTHENTICATED']).not.toContain(codes[0]);
    else expect(codes).toEqual(['FORBIDDEN']);
    expect(await send(sample, await keyWithout(sample))).toEqual(['FORBIDDEN']);
    expect(await send(sample, revokedKey)).toEqual(['UNAUTHENTICATED']);
    const Cookie = permission === 'own' ? await lateCookie() : late;
    expect((await send(sample, { Cookie })).includes('PROOF_REQUIRED')).toBe(needsFreshProof);
  });

  const changing = operatorSamples.filter(({ endpoint }) => endpoint.method !== 'GET');
  test.each(changing.map((sample) => [sample.endpoint.name, sample] as const))(
    '%s refuses pages of other sites',
    async (_, sample) => {
      const { cookie: Cookie } = await sessionOf('owner', sample);
      for (const site of ['cross-site', 'same-site'])
        expect(await send(sample, { Cookie, 'Sec-Fetch-Site': site })).toEqual(['FORBIDDEN']);
    },
  );
});

test('an operator’s cookie is refused by the calls of shoppers', async () => {
  const { cookie } = await logInAs(shop, 'owner');
  const own = await shop.call(endpoints.getOwnCart, { operator: cookie });
  expect(own.codes).toEqual(['UNAUTHENTICATED']);
});

test('no call of the shop has a path or a permission of the back office', () => {
  for (const { name, path, permission } of Object.values(endpoints)) {
    expect(path, name).not.toMatch(/^\/operator\b/);
    expect(permission, name).toBeNull();
  }
});

test('an invalid body is refused, and not logged as a fault of the server', async () => {
  const { cookie: Cookie } = await logInAs(shop, 'owner');
  for (const sample of operatorSamples.filter(({ body }) => body !== null)) {
    for (const body of [{}, { code: '\u0000' }, { email: [], token: 5 }])
      expect(await send({ ...sample, body }, { Cookie }), sample.endpoint.name).toContain('INVALID_INPUT');
  }
  expect(shop.faults).toEqual([]);
});
