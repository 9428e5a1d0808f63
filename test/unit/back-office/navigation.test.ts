import { expect, test } from 'vitest';
import { placesFor } from '#back-office/shell/navigation.ts';
import { permissions } from '#core/model/operator.ts';

test('no two places look alike', () => {
  const icons = placesFor(permissions).map(({ icon }) => icon);
  expect(icons.length).toBeGreaterThan(15);
  expect(new Set(icons).size).toBe(icons.length);
});
