import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** How long one look at the process lasts, in milliseconds. */
const sampleMs = 25;

/** Busier than this, and somebody is there: visitors go first. */
const busyShare = 0.2;

/** Background work goes on after this many samples even on the busiest day: at least twice a second. */
const maxSamples = 20;

/**
 * Lets visitors go first: waits until this process has little to do, or half a second has passed. For heavy
 * background work between two pieces of it, such as drawing the papers of a mail.
 */
export async function yieldToRequests(): Promise<void> {
  for (let samples = 0; samples < maxSamples; samples += 1) {
    const before = performance.eventLoopUtilization();
    await pause(sampleMs);
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}
