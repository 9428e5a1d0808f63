import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { clockLength, hoursAndMinutes, isoLength } from '#core/rules/basics/lengths.ts';
import { runs } from '#test/run-length.ts';

const seconds = fc.integer({ min: 0, max: 100_000 });

describe('clockLength', () => {
  test.prop([seconds], { numRuns: runs(200) })('can be read back to the second', (length) => {
    const read = clockLength(length)
      .split(':')
      .map(Number)
      .reduce((sum, part) => sum * 60 + part, 0);
    expect(read).toBe(length);
  });

  test('pads what is not first', () => {
    expect(clockLength(760)).toBe('12:40');
    expect(clockLength(65)).toBe('1:05');
    expect(clockLength(3725)).toBe('1:02:05');
    expect(clockLength(9)).toBe('0:09');
  });
});

describe('hoursAndMinutes', () => {
  test.prop([seconds], { numRuns: runs(200) })(
    'differs from the length by half a minute at most',
    (length) => {
      const { hours, minutes } = hoursAndMinutes(length);
      expect(minutes).toBeLessThan(60);
      expect(Math.abs((hours * 60 + minutes) * 60 - length)).toBeLessThanOrEqual(30);
    },
  );

  test('carries a rounded hour over', () => {
    expect(hoursAndMinutes(3599)).toEqual({ hours: 1, minutes: 0 });
  });
});

test('isoLength counts in seconds', () => {
  expect(isoLength(760)).toBe('PT760S');
});
