import type { Learner } from '#core/model/user.ts';
import type { Store } from './store.ts';
import { createStoreCell } from './store.ts';

/** Who shops here (specification §4 "Login state"). */
export type SessionState =
  | { readonly status: 'guest' }
  | { readonly status: 'logged_in'; readonly learner: Learner };

/**
 * The session. `generation` counts its beginnings and endings: work that waits for an answer takes the number along and
 * hands it back, so that an answer for a session that has ended meanwhile changes nothing. Logout always wins.
 */
export interface SessionStore extends Store<SessionState> {
  readonly generation: number;
  /** Begins a session, unless one began or ended since `generation` was read. Answers whether it began. */
  begin(learner: Learner, generation: number): boolean;
  /** Replaces the learner's data in the running session of that generation; otherwise changes nothing. */
  update(learner: Learner, generation: number): boolean;
  /** Back to logged-out defaults (specification §4 "Auth store actions"). */
  end(): void;
}

const guest: SessionState = { status: 'guest' };

/** Makes the session store with the state the server rendered with. */
export function createSessionStore(initial: SessionState = guest): SessionStore {
  const cell = createStoreCell<SessionState>(initial);
  let generation = 0;
  return {
    state$: cell.state$,
    initial,
    get snapshot() {
      return cell.snapshot;
    },
    get generation() {
      return generation;
    },
    begin(learner, expected) {
      if (expected !== generation) return false;
      generation += 1;
      cell.set({ status: 'logged_in', learner });
      return true;
    },
    update(learner, expected) {
      if (expected !== generation || cell.snapshot.status !== 'logged_in') return false;
      cell.set({ status: 'logged_in', learner });
      return true;
    },
    end() {
      generation += 1;
      cell.set(guest);
    },
  };
}
