import { setTimeout as pause } from 'node:timers/promises';
import type { FaultWorld } from './fault-world.ts';

/** Milliseconds without progress after which work is considered hanging, also on a busy machine. */
const hangsAfterMs = 300_000;

/**
 * Polls until no rows are left, with `meanwhile` in between. Gives up when work hangs, and returns the rows that are
 * left.
 */
export async function settle<Row>(
  left: () => Promise<readonly Row[]>,
  meanwhile: () => Promise<void> = () => pause(500),
): Promise<readonly Row[]> {
  let rows = await left();
  let fewest = rows.length;
  for (let progress = performance.now(); rows.length > 0; rows = await left()) {
    if (rows.length < fewest) {
      fewest = rows.length;
      progress = performance.now();
    } else if (performance.now() - progress > hangsAfterMs) break;
    await meanwhile();
  }
  return rows;
}

/** Returns the payments that have not ended. */
export const unsettledPayments = (world: FaultWorld) =>
  world.query((db) =>
    db
      .selectFrom('payment_attempts')
      .select('id')
      .where('state', 'in', ['charging', 'unknown', 'authorised'])
      .execute(),
  );

/** Waits until jobs have looked up the outcome of every payment; `checkMoney` reports the rest. */
export async function settlePayments(world: FaultWorld): Promise<void> {
  await settle(() => unsettledPayments(world));
}
