import { expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { operatorRoles, permissions } from '#core/model/operator.ts';
import { permissionsOf } from '#core/rules/operations/permissions.ts';

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
