import fc from 'fast-check';
import { expect } from 'vitest';
import { type StateMachine, transition } from '#core/rules/basics/state-machine.ts';

/** Returns all states of a state machine. */
export function statesOf<State extends string>(machine: StateMachine<State, string>): State[] {
  return Object.keys(machine.transitions) as State[];
}

/** Returns the transitions of a state machine as `from -event-> to`, sorted. */
export function transitionsOf(machine: StateMachine<string, string>): string[] {
  return statesOf(machine)
    .flatMap((state) =>
      Object.entries(machine.transitions[state] ?? {}).map(([event, next]) => `${state} -${event}-> ${next}`),
    )
    .toSorted();
}

/** Returns every state that can be reached from `start`, including `start`. */
function reachableFrom<State extends string>(machine: StateMachine<State, string>, start: State): Set<State> {
  const seen = new Set<State>([start]);
  // The iteration of a set includes the elements that are added during the iteration.
  for (const state of seen) {
    for (const next of Object.values(machine.transitions[state]) as State[]) seen.add(next);
  }
  return seen;
}

/** Expects that every state is reachable and that a final state can be reached from every state. */
export function expectSoundStateMachine<State extends string>(machine: StateMachine<State, string>): void {
  const reachable = reachableFrom(machine, machine.initial);
  expect([...reachable].toSorted()).toEqual(statesOf(machine).toSorted());
  for (const state of statesOf(machine)) {
    const ends = [...reachableFrom(machine, state)].filter((end) => machine.final.includes(end));
    expect(ends, `way out of ${state}`).not.toHaveLength(0);
    const isDeadEnd = Object.keys(machine.transitions[state]).length === 0;
    if (isDeadEnd) expect(machine.final, 'dead ends').toContain(state);
  }
}

/**
 * Applies random events to a state machine. An event with a transition changes the state. Any other event
 * must be refused with state and event, and must change nothing. Returns the visited states in order.
 */
export function walk<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  events: readonly Event[],
): State[] {
  const visited = [machine.initial];
  let state = machine.initial;
  for (const event of events) {
    const known = machine.transitions[state][event];
    const next = transition(machine, state, event as NoInfer<Event>);
    if (known === undefined) {
      expect(next).toEqual({ ok: false, error: { code: 'TRANSITION_REFUSED', state, event } });
    } else {
      expect(next).toEqual({ ok: true, value: known });
      state = known;
    }
    visited.push(state);
  }
  return visited;
}

/** Generates random sequences of a state machine's events. */
export function eventsOf<Event extends string>(events: readonly Event[]): fc.Arbitrary<Event[]> {
  return fc.array(fc.constantFrom(...events), { maxLength: 60 });
}
