import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { filmJobStates } from '#core/model/film-job.ts';
import {
  firstPartSize,
  isUnderWay,
  mayBecome,
  nextPartSize,
  statesBefore,
} from '#core/rules/learning/film-job-states.ts';

test('a film job ends when it is done or cancelled, and can be cancelled until then', () => {
  for (const from of filmJobStates) {
    const isOver = from === 'done' || from === 'cancelled';
    expect(filmJobStates.some((to) => mayBecome(from, to))).toBe(!isOver);
    expect(mayBecome(from, 'cancelled')).toBe(!isOver);
  }
  expect(statesBefore('done')).toEqual(['running']);
  // A failed job waits for an operator, who can upload another file.
  expect(filmJobStates.filter(isUnderWay)).toEqual(['uploading', 'waiting', 'running']);
});

const most = 8 * 1024 * 1024;

test.prop([fc.integer({ min: 20_000, max: 1_000_000_000 })])(
  'parts of a film are uploaded within 20 seconds at 20 kB/s and more, and grow on a fast connection',
  (bytesPerSecond) => {
    let size = firstPartSize;
    for (let part = 0; part < 12; part += 1) size = nextPartSize(size, (1_000 * size) / bytesPerSecond, most);
    expect(size / bytesPerSecond).toBeLessThan(20);
    expect(size).toBeLessThanOrEqual(most);
    if (bytesPerSecond > most) expect(size).toBe(most);
  },
);
