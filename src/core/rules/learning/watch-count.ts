import { filmParts, type LessonWatching, type WatchReport } from '#core/model/watching.ts';
import { isAtEnd } from './lesson-progress.ts';

/** Maximum distance between two player events in seconds; a longer one is a jump and was not watched. */
const longestStep = 4;

/** Collects the viewing data of one visit to a lesson until it is taken. Positions and lengths in seconds. */
export interface WatchCount {
  /** Called when the film reaches a position, by playing or by a jump; the distance tells which. */
  reached(position: number, length: number): void;
  /** Returns the data since the last call; null when there is none. */
  take(): WatchReport | null;
}

/** Counts one visit: each tenth and the end only once, seconds as often as they are played. */
export function createWatchCount(): WatchCount {
  const seen = new Set<number>();
  const happened = new Set<'is_begun' | 'is_finished'>();
  let tenths: number[] = [];
  let fresh = new Set<'is_begun' | 'is_finished'>();
  let seconds = 0;
  let last: number | null = null;

  function note(what: 'is_begun' | 'is_finished'): void {
    if (happened.has(what)) return;
    happened.add(what);
    fresh.add(what);
  }

  return {
    reached(position, length) {
      const step = last === null ? 0 : position - last;
      last = position;
      note('is_begun');
      if (step <= 0 || step > longestStep || !(length > 0)) return;
      seconds += step;
      const tenth = Math.min(filmParts - 1, Math.floor((filmParts * position) / length));
      if (!seen.has(tenth)) tenths.push(tenth);
      seen.add(tenth);
      if (isAtEnd(position, length)) note('is_finished');
    },
    take() {
      const whole = Math.floor(seconds);
      if (whole === 0 && tenths.length === 0 && fresh.size === 0) return null;
      const report = {
        seconds: whole,
        tenths,
        is_begun: fresh.has('is_begun'),
        is_finished: fresh.has('is_finished'),
        has_failed: false,
      };
      seconds -= whole;
      tenths = [];
      fresh = new Set();
      return report;
    },
  };
}

/** Returns the totals of a range of days. `finishRate` is the share of finished plays; null without plays. */
export function watchTotals({ days }: Pick<LessonWatching, 'days'>) {
  const sum = (of: (day: LessonWatching['days'][number]) => number) =>
    days.reduce((total, day) => total + of(day), 0);
  const plays = sum((day) => day.plays);
  const finishes = sum((day) => day.finishes);
  return {
    plays,
    finishes,
    failures: sum((day) => day.failures),
    seconds: sum((day) => day.seconds),
    finishRate: plays === 0 ? null : Math.min(1, finishes / plays),
  };
}
