import { expect, test } from 'vitest';
import { createLruCache } from '#server/platform/lru-cache.ts';

test('the least recently used values leave, and one that is replaced counts once', () => {
  const store = createLruCache<string>(10, (key, { length }) => key.length + length);
  const kept = () => ['a', 'b', 'c', 'd', 'e'].filter((key) => store.peek(key) !== undefined).join('');
  store.set('a', '1234');
  store.set('b', '1234');
  expect(kept()).toBe('ab');
  expect(store.use('a')).toBe('1234');
  store.set('c', '1');
  expect(kept()).toBe('ac');
  store.set('a', '12');
  store.set('d', '1234');
  expect(kept()).toBe('acd');
  // A look is no use.
  expect(store.peek('c')).toBe('1');
  store.set('e', '');
  expect(kept()).toBe('ade');
  expect(store.use('c')).toBeUndefined();
});

test('a value that is larger than all that may be kept is not kept', () => {
  const store = createLruCache<string>(10, (_, { length }) => length);
  store.set('large', '12345678901');
  expect(store.peek('large')).toBeUndefined();
  store.set('whole', '1234567890');
  expect(store.peek('whole')).toBe('1234567890');
});
