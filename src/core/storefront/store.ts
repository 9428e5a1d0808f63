import type { Observable } from 'rxjs';
import { BehaviorSubject } from 'rxjs';

/**
 * One piece of state that many may watch and only its own intents may change. States are immutable; every change is a
 * new object. `initial` is the state the store was made with: it is shown on the server and while the browser takes
 * over the server's HTML, so that both show the same.
 */
export interface Store<State> {
  /** Emits the current state at once, then every change. */
  readonly state$: Observable<State>;
  readonly snapshot: State;
  readonly initial: State;
}

/** The writable side of a store, which only its intents get. */
interface StoreCell<State> {
  readonly snapshot: State;
  /** A state identical to the current one is not emitted again. */
  set(next: State): void;
}

/** Makes a store with the methods that change it. */
export function createStore<State, Intents extends object>(
  initial: State,
  makeIntents: (cell: StoreCell<State>) => Intents,
): Store<State> & Intents {
  const subject = new BehaviorSubject(initial);
  const store: Store<State> = {
    state$: subject.asObservable(),
    initial,
    get snapshot() {
      return subject.value;
    },
  };
  const intents = makeIntents({
    get snapshot() {
      return subject.value;
    },
    set(next) {
      if (next !== subject.value) subject.next(next);
    },
  });
  return Object.defineProperties(store, Object.getOwnPropertyDescriptors(intents)) as Store<State> & Intents;
}

/** Runs tasks one after the other, in the order they were handed in. */
export interface Queue {
  /** Runs `task` once all earlier ones have settled, and settles as it does. A failing task does not stop later ones. */
  run<Value>(task: () => Promise<Value>): Promise<Value>;
}

/** Makes an empty queue. All changes of one store that wait for a response go through one queue. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task);
      last = result.catch(() => undefined);
      return result;
    },
  };
}
