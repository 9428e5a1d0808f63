import { BehaviorSubject, type Observable } from 'rxjs';

/**
 * An observable state that only the methods of the store change. States are immutable. `initial` is the first
 * state; React renders it on the server and during hydration, so that both render the same.
 */
export interface Store<State> {
  /** Emits the current state on subscription, then every change. */
  readonly state$: Observable<State>;
  readonly snapshot: State;
  readonly initial: State;
}

/** The writable part of a store, for its own methods only. */
interface StoreCell<State> {
  readonly snapshot: State;
  /** Sets the state. A state identical to the current one is not emitted again. */
  set(next: State): void;
}

/** Creates a store with the methods that change it. */
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

/** Runs tasks one after the other, in the order of the calls. */
export interface Queue {
  /** Runs `task` after all earlier ones have settled; a failed task does not stop later ones. */
  run<Value>(task: () => Promise<Value>): Promise<Value>;
}

/** Creates a queue. All asynchronous changes of one store use the same queue. */
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
