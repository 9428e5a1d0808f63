import type { Result } from './result.ts';
import { err, ok } from './result.ts';

/**
 * A state machine as a table: for each state the events that may happen, and where each leads. What is not in the table
 * cannot happen. From every state there is a way to one of the `final` states.
 */
export interface StateMachine<State extends string, Event extends string> {
  readonly initial: State;
  readonly final: readonly State[];
  readonly transitions: Readonly<Record<State, { readonly [Name in Event]?: State }>>;
}

/** An event that cannot happen in a state. */
export interface TransitionRefused<State extends string, Event extends string> {
  readonly code: 'TRANSITION_REFUSED';
  readonly state: State;
  readonly event: Event;
}

/** The state an event leads to, or why it cannot happen. */
export function transition<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  state: State,
  event: NoInfer<Event>,
): Result<State, TransitionRefused<State, Event>> {
  const next = machine.transitions[state][event];
  return next === undefined ? err({ code: 'TRANSITION_REFUSED', state, event }) : ok(next);
}

/**
 * The state an event leads to, for callers who have looked at the state first.
 * @throws Error when the event cannot happen in the state: a bug.
 */
export function stateAfter<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  state: State,
  event: NoInfer<Event>,
): State {
  const next = machine.transitions[state][event];
  if (next === undefined) throw new Error(`"${event}" cannot happen in state "${state}"`);
  return next;
}
