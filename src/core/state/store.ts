import type { Observable } from 'rxjs';
import { BehaviorSubject } from 'rxjs';

/**
 * One piece of state that many may watch and only its own intents may change. States are immutable; every change is a
 * new object. `initial` is the state the store was made with: on the server and while the browser takes over the
 * server's HTML it is what is shown, so that both show the same.
 */
export interface Store<State> {
  /** Emits the current state at once, then every change. */
  readonly state$: Observable<State>;
  readonly snapshot: State;
  readonly initial: State;
}

/** The writable side of a store, kept private by the store's own file. */
export interface StoreCell<State> extends Store<State> {
  set(next: State): void;
}

/** Makes the private cell behind a store. A state identical to the current one is not emitted again. */
export function createStoreCell<State>(initial: State): StoreCell<State> {
  const subject = new BehaviorSubject(initial);
  const state$ = subject.asObservable();
  return {
    state$,
    initial,
    get snapshot() {
      return subject.value;
    },
    set(next) {
      if (next !== subject.value) subject.next(next);
    },
  };
}
