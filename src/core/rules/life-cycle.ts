import type { Result } from './result.ts';
import { err, ok } from './result.ts';

/**
 * A life cycle as a table: for each state the events it knows, and where each leads. What is not in the table
 * cannot happen. `final` states are where a life may end; every other state has a way to one of them.
 */
export interface LifeCycle<State extends string, Event extends string> {
  readonly initial: State;
  readonly final: readonly State[];
  readonly moves: Readonly<Record<State, { readonly [Name in Event]?: State }>>;
}

/** An event that a state does not know. */
export interface MoveRefused<State extends string, Event extends string> {
  readonly code: 'MOVE_REFUSED';
  readonly state: State;
  readonly event: Event;
}

/** The state an event leads to, or why it cannot happen. */
export function move<State extends string, Event extends string>(
  cycle: LifeCycle<State, Event>,
  state: State,
  event: NoInfer<Event>,
): Result<State, MoveRefused<State, Event>> {
  const next = cycle.moves[state][event];
  return next === undefined ? err({ code: 'MOVE_REFUSED', state, event }) : ok(next);
}

/** Whether some event leads from one state to another. */
export function canMove<State extends string, Event extends string>(
  cycle: LifeCycle<State, Event>,
  from: State,
  to: NoInfer<State>,
): boolean {
  return Object.values(cycle.moves[from]).includes(to);
}
