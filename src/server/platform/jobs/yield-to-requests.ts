import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Length of one measurement in milliseconds. */
const sampleMs = 25;

/** Above this event loop utilization requests go first. */
const busyShare = 0.2;

/** Measurements before background work continues in any case: half a second. */
const maxSamples = 20;

/**
 * Waits until this process is almost idle, or half a second at most. Called between the parts of heavy background work,
 * such as drawing the PDFs of a mail.
 */
export async function yieldToRequests(): Promise<void> {
  for (let samples = 0; samples < maxSamples; samples += 1) {
    const before = performance.eventLoopUtilization();
    await pause(sampleMs);
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}
