import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { filmJobStates } from '#core/model/film-job.ts';
import {
  firstPartSize,
  isUnderWay,
  mayBecome,
  nextPartSize,
  statesBefore,
} from '#core/rules/learning/film-job-states.ts';

describe('the work on a film', () => {
  test('ends when it is done or called off, and everything else can be called off', () => {
    for (const from of filmJobStates) {
      const isOver = from === 'done' || from === 'cancelled';
      expect(filmJobStates.some((to) => mayBecome(from, to))).toBe(!isOver);
      expect(mayBecome(from, 'cancelled')).toBe(!isOver);
    }
    expect(statesBefore('done')).toEqual(['running']);
    // What has failed waits for somebody, so that another file can be brought.
    expect(filmJobStates.filter(isUnderWay)).toEqual(['uploading', 'waiting', 'running']);
  });
});

describe('parts of a film', () => {
  const most = 8 * 1024 * 1024;

  test.prop([fc.integer({ min: 20_000, max: 1_000_000_000 })])(
    'arrive within the twenty seconds of a request on any line that is not hopeless, and grow on a fast one',
    (bytesPerSecond) => {
      let size = firstPartSize;
      for (let part = 0; part < 12; part += 1)
        size = nextPartSize(size, (1_000 * size) / bytesPerSecond, most);
      expect(size / bytesPerSecond).toBeLessThan(20);
      expect(size).toBeLessThanOrEqual(most);
      if (bytesPerSecond > most) expect(size).toBe(most);
    },
  );
});
