import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { readUnsubscribeToken, unsubscribeToken } from '#server/marketing/newsletter.ts';
import { runs } from '#test/run-length.ts';

const settings = { tokenSecret: 'a secret of thirty-two characters' };
const numRuns = runs(200);

test.prop([fc.uuid()], { numRuns })('a token identifies its subscription, and can be part of a URL', (id) => {
  const token = unsubscribeToken(settings, id);
  expect(token).toMatch(/^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/);
  expect(readUnsubscribeToken(settings, token)).toBe(id);
});

test.prop([fc.uuid(), fc.uuid()], { numRuns })(
  'a token is invalid for another subscription and under another secret',
  (id, other) => {
    fc.pre(id !== other);
    const [, signature] = unsubscribeToken(settings, id).split('.');
    const [head] = unsubscribeToken(settings, other).split('.');
    expect(readUnsubscribeToken(settings, `${head}.${signature}`)).toBeNull();
    const foreign = unsubscribeToken({ tokenSecret: 'another secret of thirty-two chars' }, id);
    expect(readUnsubscribeToken(settings, foreign)).toBeNull();
  },
);

test.prop([fc.string({ unit: 'binary' })], { numRuns })('any other text is refused', (text) => {
  expect(readUnsubscribeToken(settings, text)).toBeNull();
});
