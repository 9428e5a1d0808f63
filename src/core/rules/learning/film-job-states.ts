import { type FilmJobState, filmJobStates } from '#core/model/film-job.ts';

/** Possible transitions of a film job (docs/behaviour/learning.md#films-in-the-back-office). */
const transitions: Readonly<Record<FilmJobState, readonly FilmJobState[]>> = {
  uploading: ['waiting', 'failed', 'cancelled'],
  waiting: ['running', 'cancelled'],
  // Waits again when the shop is stopped.
  running: ['waiting', 'done', 'failed', 'cancelled'],
  failed: ['waiting', 'cancelled'],
  done: [],
  cancelled: [],
};

export function mayBecome(from: FilmJobState, to: FilmJobState): boolean {
  return transitions[from].includes(to);
}

/** Returns the states from which a job can change to this one. */
export function statesBefore(to: FilmJobState): readonly FilmJobState[] {
  return filmJobStates.filter((from) => mayBecome(from, to));
}

/** Returns whether a job is active or waits for its upload. A lesson has at most one such job. */
export function isUnderWay(state: FilmJobState): boolean {
  return state === 'uploading' || state === 'waiting' || state === 'running';
}

/** Minimum size of an uploaded part in bytes, and the size of the first part. */
const fewestBytes = 256 * 1024;
export const firstPartSize = 1024 * 1024;

/**
 * Returns the size of the next part in bytes from the duration of the last one: parts must arrive well within the
 * request timeout, and fast connections need few of them. `most` is the maximum that the shop accepts.
 */
export function nextPartSize(size: number, milliseconds: number, most: number): number {
  if (milliseconds > 5_000) return Math.max(fewestBytes, Math.floor(size / 2));
  return milliseconds < 1_500 ? Math.min(most, size * 2) : size;
}
