import { expect, test } from 'vitest';
import type { Endpoint } from '#api/endpoint.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { operatorRoles, type Permission, permissions } from '#core/model/operator.ts';
import { permissionsOf, withReading } from '#core/rules/operations/permissions.ts';

test('an owner may do everything, a bookkeeper only reads and exports', () => {
  expect(permissionsOf('owner')).toEqual(permissions);
  expect(permissionsOf('bookkeeper').filter((name) => !name.endsWith('.read'))).toEqual(['orders.export']);
});

test('every permission is one that a call needs', () => {
  const needed = Object.values(operatorEndpoints).map(({ permission }) => permission);
  expect([...permissions].filter((name) => !needed.includes(name))).toEqual([]);
});

test('only owners change operators and keys, and read what others have done', () => {
  const others = operatorRoles.filter((role) => role !== 'owner').flatMap(permissionsOf);
  for (const own of ['operators.change', 'keys.change', 'audit.read'] as const)
    expect(others).not.toContain(own);
});

interface Part {
  readonly shape?: Readonly<Record<string, Part>>;
  readonly def?: { readonly values?: readonly string[] };
}

/** The type of the one record with which a call answers; empty for other answers. */
const typeOf = ({ response }: Endpoint): string =>
  (response as unknown as Part).shape?.data?.shape?.type?.def?.values?.[0] ?? '';

test('who may make a change may read what its answer shows', () => {
  const all: readonly Endpoint[] = Object.values(operatorEndpoints);
  const calls = all.filter((call) => typeOf(call) !== '');
  const isReading = (permission: unknown) => String(permission).endsWith('.read');
  const readers = calls.filter(({ method, permission }) => method === 'GET' && isReading(permission));
  const readBy = new Map(readers.map((call) => [typeOf(call), call.permission]));
  const changes = calls.filter((call) => !isReading(call.permission) && readBy.has(typeOf(call)));
  const wrong = changes.filter((call) => {
    const held: readonly unknown[] = withReading([call.permission as Permission]);
    return !held.includes(readBy.get(typeOf(call)));
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(changes.length).toBeGreaterThan(20);
});

test('what nobody reads besides needs nothing more, and no role lacks anything', () => {
  for (const alone of ['orders.read', 'orders.export', 'reviews.change'] as const)
    expect(withReading([alone])).toEqual([alone]);
  for (const role of operatorRoles)
    expect(withReading(permissionsOf(role)), role).toHaveLength(permissionsOf(role).length);
});

test('what may only be read changes nothing, but for what is drawn or tried out', () => {
  const calls: readonly Endpoint[] = Object.values(operatorEndpoints);
  const changing = calls.filter(
    ({ method, permission }) => method !== 'GET' && String(permission).endsWith('.read'),
  );
  const names = changing.map(({ name }) => name).toSorted();
  expect(names).toEqual(['drawPackingSlips', 'previewSending', 'tryOperatorCoupon']);
});

test('what lets data of people out, ends an account or lets somebody in, and only that, always wants a fresh proof', () => {
  const calls: readonly Endpoint[] = Object.values(operatorEndpoints);
  const isGrave = ({ path, method, permission }: Endpoint) =>
    /^\/operator\/(?:customers|guests|newsletter|orders)\b.*\/(?:export|deletion)$/.test(path) ||
    /^\/operator\/session\/(?:recovery-codes|password|authenticator)$/.test(path) ||
    (permission === 'operators.change' && method !== 'GET') ||
    ((permission === 'keys.change' || permission === 'webhooks.change') && method === 'POST');
  const namesOf = (some: readonly Endpoint[]) => some.map(({ name }) => name);
  const grave = namesOf(calls.filter(isGrave));
  expect(grave.length).toBeGreaterThan(10);
  expect(namesOf(calls.filter(({ needsFreshProof }) => needsFreshProof))).toEqual(grave);
});
