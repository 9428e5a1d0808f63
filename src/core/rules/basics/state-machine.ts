import { err, ok, type Result } from './result.ts';

/**
 * A state machine as a table: for each state the possible events and the state to which each leads. An event
 * that is not in the table is not possible. From every state a `final` state can be reached.
 */
export interface StateMachine<State extends string, Event extends string> {
  readonly initial: State;
  readonly final: readonly State[];
  readonly transitions: Readonly<Record<State, { readonly [Name in Event]?: State }>>;
}

/** The failure for an event that is not possible in the current state. */
export interface TransitionRefused<State extends string, Event extends string> {
  readonly code: 'TRANSITION_REFUSED';
  readonly state: State;
  readonly event: Event;
}

/** Returns the state to which an event leads, or a failure when the event is not possible. */
export function transition<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  state: State,
  event: NoInfer<Event>,
): Result<State, TransitionRefused<State, Event>> {
  const next = machine.transitions[state][event];
  return next === undefined ? err({ code: 'TRANSITION_REFUSED', state, event }) : ok(next);
}

/**
 * Returns the state to which an event leads, for callers that have already checked the current state.
 * @throws Error when the event is not possible in the state (a bug in the caller).
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
