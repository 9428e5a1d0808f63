import { setTimeout as pause } from 'node:timers/promises';

/** How long an answer takes that must not tell whether an address is known, in milliseconds. */
const answerAfter = 150;

/**
 * Does work whose length would disclose something, such as whether an address has an account (decisions §5): the answer
 * comes after a fixed time. The work needs a tenth of it, so nothing of the work shows.
 */
export async function answerAlike<Value>(work: () => Promise<Value>): Promise<Value> {
  const delay = pause(answerAfter);
  try {
    return await work();
  } finally {
    await delay;
  }
}
