import { fc } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { StateMachine } from '#core/rules/state-machine.ts';
import { transition } from '#core/rules/state-machine.ts';

/** All states of a table. */
export function statesOf<State extends string>(machine: StateMachine<State, string>): State[] {
  return Object.keys(machine.transitions) as State[];
}

/** The transitions of a table as `from -event-> to`, sorted. */
export function transitionsOf(machine: StateMachine<string, string>): string[] {
  return statesOf(machine)
    .flatMap((state) =>
      Object.entries(machine.transitions[state] ?? {}).map(([event, next]) => `${state} -${event}-> ${next}`),
    )
    .toSorted();
}

/** Every state that can be reached from a state, itself included. */
function reachableFrom<State extends string>(machine: StateMachine<State, string>, start: State): Set<State> {
  const seen = new Set<State>([start]);
  // A set that grows while it is walked through hands out what was added, too.
  for (const state of seen) {
    for (const next of Object.values(machine.transitions[state]) as State[]) seen.add(next);
  }
  return seen;
}

/** Expects that no state is unreachable, and that from every state there is a way to a final one. */
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
 * Walks a state machine by random events: a known event leads on, an unknown one is refused with state and event and
 * changes nothing. Returns the states visited, in order.
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

/** Random sequences of a state machine's events. */
export function eventsOf<Event extends string>(events: readonly Event[]): fc.Arbitrary<Event[]> {
  return fc.array(fc.constantFrom(...events), { maxLength: 60 });
}

/** Whether some event leads from one state to another. */
export function leadsTo<State extends string>(
  machine: StateMachine<State, string>,
  from: State,
  to: NoInfer<State>,
): boolean {
  return Object.values(machine.transitions[from]).includes(to);
}
