import { fc } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { LifeCycle } from '#core/rules/life-cycle.ts';
import { canMove, move } from '#core/rules/life-cycle.ts';

/** All states of a table. */
export function statesOf<State extends string>(cycle: LifeCycle<State, string>): State[] {
  return Object.keys(cycle.moves) as State[];
}

/** The moves of a table as `from -event-> to`, sorted: what a test compares with the rulings. */
export function movesOf(cycle: LifeCycle<string, string>): string[] {
  return statesOf(cycle)
    .flatMap((state) =>
      Object.entries(cycle.moves[state] ?? {}).map(([event, next]) => `${state} -${event}-> ${next}`),
    )
    .toSorted();
}

/** Every state that can be reached from a state, itself included. */
function reachableFrom<State extends string>(cycle: LifeCycle<State, string>, start: State): Set<State> {
  const seen = new Set<State>([start]);
  // A set that grows while it is walked through hands out what was added, too.
  for (const state of seen) {
    for (const next of Object.values(cycle.moves[state]) as State[]) seen.add(next);
  }
  return seen;
}

/** Expects that no state is unreachable, and that from every state there is a way to a final one. */
export function expectSoundLifeCycle<State extends string>(cycle: LifeCycle<State, string>): void {
  const reachable = reachableFrom(cycle, cycle.initial);
  expect([...reachable].toSorted()).toEqual(statesOf(cycle).toSorted());
  for (const state of statesOf(cycle)) {
    const ends = [...reachableFrom(cycle, state)].filter((end) => cycle.final.includes(end));
    expect(ends, `way out of ${state}`).not.toHaveLength(0);
    const isDeadEnd = Object.keys(cycle.moves[state]).length === 0;
    if (isDeadEnd) expect(cycle.final, 'dead ends').toContain(state);
  }
}

/**
 * Walks a life cycle by random events: a known event moves, an unknown one is refused with state and event and
 * changes nothing, and the walker never leaves the table. Answers the states visited, in order.
 */
export function walk<State extends string, Event extends string>(
  cycle: LifeCycle<State, Event>,
  events: readonly Event[],
): State[] {
  const visited = [cycle.initial];
  let state = cycle.initial;
  for (const event of events) {
    const known = cycle.moves[state][event];
    const moved = move(cycle, state, event as NoInfer<Event>);
    if (known === undefined) {
      expect(moved).toEqual({ ok: false, error: { code: 'MOVE_REFUSED', state, event } });
    } else {
      expect(moved).toEqual({ ok: true, value: known });
      expect(canMove(cycle, state, known as NoInfer<State>)).toBe(true);
      state = known;
    }
    visited.push(state);
  }
  return visited;
}

/** Random sequences of a life cycle's events. */
export function eventsOf<Event extends string>(events: readonly Event[]): fc.Arbitrary<Event[]> {
  return fc.array(fc.constantFrom(...events), { maxLength: 60 });
}
