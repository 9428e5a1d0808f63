import { expect, test } from 'vitest';
import { createLruCache } from '#server/platform/lru-cache.ts';

test('the least recently used values are evicted, and a replaced one counts once', () => {
  const cache = createLruCache<string>(10, (key, { length }) => key.length + length);
  const keys = () => ['a', 'b', 'c', 'd', 'e'].filter((key) => cache.peek(key) !== undefined).join('');
  cache.set('a', '1234');
  cache.set('b', '1234');
  expect(keys()).toBe('ab');
  expect(cache.use('a')).toBe('1234');
  cache.set('c', '1');
  expect(keys()).toBe('ac');
  cache.set('a', '12');
  cache.set('d', '1234');
  expect(keys()).toBe('acd');
  // `peek` does not count as use.
  expect(cache.peek('c')).toBe('1');
  cache.set('e', '');
  expect(keys()).toBe('ade');
  expect(cache.use('c')).toBeUndefined();
});

test('a value that is larger than the whole cache is not stored', () => {
  const cache = createLruCache<string>(10, (_, { length }) => length);
  cache.set('large', '12345678901');
  expect(cache.peek('large')).toBeUndefined();
  cache.set('whole', '1234567890');
  expect(cache.peek('whole')).toBe('1234567890');
});
