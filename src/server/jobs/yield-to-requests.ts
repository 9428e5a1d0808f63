import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** How long one look at the process lasts, in milliseconds. */
const look = 25;

/** Busier than this, and somebody is there: visitors go first. */
const busyShare = 0.2;

/** Background work goes on after this many looks even on the busiest day: at least twice a second. */
const mostLooks = 20;

/**
 * Lets visitors go first: waits until this process has little to do, or half a second has passed. For heavy
 * background work between two pieces of it, such as drawing the papers of a mail.
 */
export async function giveWay(): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const before = performance.eventLoopUtilization();
    await pause(look);
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}
