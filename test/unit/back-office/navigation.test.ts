import { expect, test } from 'vitest';
import { navigationFor, scrollKey } from '#back-office/shell/navigation.ts';
import { permissions } from '#core/model/operator.ts';

test('no two places look alike', () => {
  const icons = navigationFor(permissions).map(({ icon }) => icon);
  expect(icons.length).toBeGreaterThan(15);
  expect(new Set(icons).size).toBe(icons.length);
});

test('a screen that is the first of its document is not scrolled to where another first one was left', () => {
  const [orders, coupons] = ['/orders', '/coupons/new'].map((pathname) =>
    scrollKey({ key: 'default', pathname }),
  );
  expect(orders).not.toBe(coupons);
  expect(scrollKey({ key: 'k1', pathname: '/orders' })).not.toBe(
    scrollKey({ key: 'k2', pathname: '/orders' }),
  );
});
