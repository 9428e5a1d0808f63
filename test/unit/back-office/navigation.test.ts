import { expect, test } from 'vitest';
import { navigationFor, scrollKey } from '#back-office/shell/navigation.ts';
import { permissions } from '#core/model/operator.ts';

test('each entry of the navigation has its own icon', () => {
  const icons = navigationFor(permissions).map(({ icon }) => icon);
  expect(icons.length).toBeGreaterThan(15);
  expect(new Set(icons).size).toBe(icons.length);
});

test('the first screen of a document does not get the scroll position of another first screen', () => {
  const [orders, coupons] = ['/orders', '/coupons/new'].map((pathname) =>
    scrollKey({ key: 'default', pathname }),
  );
  expect(orders).not.toBe(coupons);
  expect(scrollKey({ key: 'k1', pathname: '/orders' })).not.toBe(
    scrollKey({ key: 'k2', pathname: '/orders' }),
  );
});
