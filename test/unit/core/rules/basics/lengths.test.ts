import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { clockDuration, hoursAndMinutes, isoDuration } from '#core/rules/basics/durations.ts';
import { runs } from '#test/run-length.ts';

const seconds = fc.integer({ min: 0, max: 100_000 });

describe('clockDuration', () => {
  test.prop([seconds], { numRuns: runs(200) })('can be read back to the second', (length) => {
    const read = clockDuration(length)
      .split(':')
      .map(Number)
      .reduce((sum, part) => sum * 60 + part, 0);
    expect(read).toBe(length);
  });

  test('pads every number but the first', () => {
    expect(clockDuration(760)).toBe('12:40');
    expect(clockDuration(65)).toBe('1:05');
    expect(clockDuration(3725)).toBe('1:02:05');
    expect(clockDuration(9)).toBe('0:09');
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

  test('rounds up to a full hour', () => {
    expect(hoursAndMinutes(3599)).toEqual({ hours: 1, minutes: 0 });
  });
});

test('isoDuration counts in seconds', () => {
  expect(isoDuration(760)).toBe('PT760S');
});
