import { expect, test } from 'vitest';
import { withChanged } from '#ui/screens/orders/order-complete/order-gifts.tsx';

type Gifts = Parameters<typeof withChanged>[0];

const giftsIn = (states: Readonly<Record<string, string>>) =>
  Object.entries(states).map(([id, state]) => ({ id, state })) as unknown as Gifts;

test('responses about two gifts of an order keep both changes, in whatever order they arrive', () => {
  const before = giftsIn({ first: 'planned', second: 'planned' });
  const toFirst = giftsIn({ first: 'kept', second: 'planned' });
  const toSecond = giftsIn({ first: 'kept', second: 'sent' });
  const inOrder = withChanged(withChanged(before, 'first', toFirst), 'second', toSecond);
  const reversed = withChanged(withChanged(before, 'second', toSecond), 'first', toFirst);
  expect([inOrder, reversed]).toEqual([toSecond, toSecond]);
});

test('a gift that is missing in the response to its change is no longer listed', () => {
  const gifts = giftsIn({ first: 'planned', second: 'planned' });
  expect(withChanged(gifts, 'first', giftsIn({ second: 'planned' }))).toEqual(giftsIn({ second: 'planned' }));
});
