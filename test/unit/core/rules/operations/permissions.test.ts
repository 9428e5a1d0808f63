import { expect, test } from 'vitest';
import type { Endpoint } from '#api/endpoint.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { recordTypes } from '#core/model/catalogue-record.ts';
import { operatorRoles, type Permission, permissions } from '#core/model/operator.ts';
import { mayUseRecords, permissionsOf, withReadPermissions } from '#core/rules/operations/permissions.ts';

test('an owner may do everything, a bookkeeper only reads and exports', () => {
  expect(permissionsOf('owner')).toEqual(permissions);
  expect(permissionsOf('bookkeeper').filter((name) => !name.endsWith('.read'))).toEqual(['orders.export']);
});

test('every permission is one that a call or a type of records needs', () => {
  const needed = Object.values(operatorEndpoints).map(({ permission }) => permission);
  const isOfRecords = (name: Permission) => {
    const others = permissions.filter((one) => one !== name);
    return recordTypes.some((type) => !mayUseRecords(type, others));
  };
  expect(permissions.filter((name) => !needed.includes(name) && !isOfRecords(name))).toEqual([]);
});

test('only owners change shop data, operators and keys, and read the audit log', () => {
  const others = operatorRoles.filter((role) => role !== 'owner').flatMap(permissionsOf);
  for (const own of ['shop.change', 'operators.change', 'keys.change', 'audit.read'] as const)
    expect(others).not.toContain(own);
});

interface Part {
  readonly shape?: Readonly<Record<string, Part>>;
  readonly def?: { readonly values?: readonly string[] };
}

/** Returns the type of the one record in the response of a call; empty for other responses. */
const typeOf = ({ response }: Endpoint): string =>
  (response as unknown as Part).shape?.data?.shape?.type?.def?.values?.[0] ?? '';

test('a permission to change includes the one to read what the response shows', () => {
  const all: readonly Endpoint[] = Object.values(operatorEndpoints);
  const calls = all.filter((call) => typeOf(call) !== '');
  const isReading = (permission: unknown) => String(permission).endsWith('.read');
  const readers = calls.filter(({ method, permission }) => method === 'GET' && isReading(permission));
  const readBy = new Map(readers.map((call) => [typeOf(call), call.permission]));
  const changes = calls.filter((call) => !isReading(call.permission) && readBy.has(typeOf(call)));
  const wrong = changes.filter((call) => {
    const held: readonly unknown[] = withReadPermissions([call.permission as Permission]);
    return !held.includes(readBy.get(typeOf(call)));
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(changes.length).toBeGreaterThan(20);
});

test('permissions without one to read are not extended, and no role lacks one', () => {
  for (const alone of ['orders.read', 'orders.export', 'reviews.change'] as const)
    expect(withReadPermissions([alone])).toEqual([alone]);
  for (const role of operatorRoles)
    expect(withReadPermissions(permissionsOf(role)), role).toHaveLength(permissionsOf(role).length);
});

test('calls that need a permission to read change nothing, except to draw or to try out', () => {
  const calls: readonly Endpoint[] = Object.values(operatorEndpoints);
  const changing = calls.filter(
    ({ method, permission }) => method !== 'GET' && String(permission).endsWith('.read'),
  );
  const names = changing.map(({ name }) => name).toSorted();
  expect(names).toEqual(['drawPackingSlips', 'previewSending', 'tryOperatorCoupon']);
});

test('exactly the calls that export personal data, end an account or give access need a fresh proof', () => {
  const calls: readonly Endpoint[] = Object.values(operatorEndpoints);
  const isCritical = ({ path, method, permission }: Endpoint) =>
    /^\/operator\/(?:customers|guests|newsletter|orders)\b.*\/(?:export|deletion)$/.test(path) ||
    /^\/operator\/session\/(?:recovery-codes|password|authenticator)$/.test(path) ||
    (permission === 'operators.change' && method !== 'GET') ||
    ((permission === 'keys.change' || permission === 'webhooks.change') && method === 'POST');
  const namesOf = (some: readonly Endpoint[]) => some.map(({ name }) => name);
  const critical = namesOf(calls.filter(isCritical));
  expect(critical.length).toBeGreaterThan(10);
  expect(namesOf(calls.filter(({ needsFreshProof }) => needsFreshProof))).toEqual(critical);
});
