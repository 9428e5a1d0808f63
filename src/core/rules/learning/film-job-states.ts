import { type FilmJobState, filmJobStates } from '#core/model/film-job.ts';

/** What can become of the work on a film (docs/behaviour/learning.md#films-in-the-back-office). */
const transitions: Readonly<Record<FilmJobState, readonly FilmJobState[]>> = {
  uploading: ['waiting', 'failed', 'cancelled'],
  waiting: ['running', 'cancelled'],
  // It waits again when the shop is stopped.
  running: ['waiting', 'done', 'failed', 'cancelled'],
  failed: ['waiting', 'cancelled'],
  done: [],
  cancelled: [],
};

export function mayBecome(from: FilmJobState, to: FilmJobState): boolean {
  return transitions[from].includes(to);
}

/** The states out of which a job may come into this one. */
export function statesBefore(to: FilmJobState): readonly FilmJobState[] {
  return filmJobStates.filter((from) => mayBecome(from, to));
}

/** Whether a job goes on by itself, or waits for parts of its file. A lesson has one such job at most. */
export function isUnderWay(state: FilmJobState): boolean {
  return state === 'uploading' || state === 'waiting' || state === 'running';
}

/** The fewest bytes of a film that are sent at once, and those of the first part. */
const fewestBytes = 256 * 1024;
export const firstPartSize = 1024 * 1024;

/**
 * Bytes of the next part after one that took some milliseconds: parts arrive well within the seconds that a request may
 * take, and a fast line needs few of them. `most` is the most that the shop takes.
 */
export function nextPartSize(size: number, milliseconds: number, most: number): number {
  if (milliseconds > 5_000) return Math.max(fewestBytes, Math.floor(size / 2));
  return milliseconds < 1_500 ? Math.min(most, size * 2) : size;
}
