import type { Learner } from '#core/model/user.ts';
import { createStore } from './store.ts';

/** The session of a guest or a learner. */
export type SessionState =
  | { readonly status: 'guest' }
  | { readonly status: 'logged_in'; readonly learner: Learner };

const guest: SessionState = { status: 'guest' };

/**
 * Creates the session store. `generation` counts the starts and ends of sessions. A caller reads it before a
 * request and passes it on with the response, so that the response of an ended session changes nothing.
 */
export function createSessionStore(initial: SessionState = guest) {
  let generation = 0;
  return createStore(initial, (cell) => ({
    get generation() {
      return generation;
    },
    /** Starts a session; returns false when another one started or ended since `expected` was read. */
    begin(learner: Learner, expected: number): boolean {
      if (expected !== generation) return false;
      generation += 1;
      cell.set({ status: 'logged_in', learner });
      return true;
    },
    /** Replaces the learner's data; returns false when the session of that generation has ended. */
    update(learner: Learner, expected: number): boolean {
      if (expected !== generation || cell.snapshot.status !== 'logged_in') return false;
      cell.set({ status: 'logged_in', learner });
      return true;
    },
    end() {
      generation += 1;
      cell.set(guest);
    },
  }));
}
