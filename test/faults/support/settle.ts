import { setTimeout as pause } from 'node:timers/promises';
import type { FaultWorld } from './fault-world.ts';

/** Milliseconds without any progress after which work hangs, also on a machine that does other things. */
const hangsAfterMs = 300_000;

/**
 * Waits until nothing is left to do, with `meanwhile` between two looks. Gives up when work hangs, and returns what is
 * left then.
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

/** The payments that have not ended. */
export const unsettledPayments = (world: FaultWorld) =>
  world.look((db) =>
    db
      .selectFrom('payment_attempts')
      .select('id')
      .where('state', 'in', ['charging', 'unknown', 'authorised'])
      .execute(),
  );

/** Waits until jobs have found out the outcome of every payment; `checkMoney` tells what is left. */
export async function settlePayments(world: FaultWorld): Promise<void> {
  await settle(() => unsettledPayments(world));
}
