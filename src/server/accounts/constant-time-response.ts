import { setTimeout as pause } from 'node:timers/promises';

/** Answers that must not tell whether an address is known come at multiples of this many milliseconds only. */
const stepMilliseconds = 150;

/**
 * Does work whose length would disclose something, such as whether an address has an account: the answer
 * waits for the next beat since the call began. The work needs a tenth of a beat, so all answers come at the first one;
 * on a busy machine at the second, known and unknown alike.
 */
export async function respondInConstantTime<Value>(work: () => Promise<Value>): Promise<Value> {
  let isDone = false;
  const note = () => {
    isDone = true;
  };
  const running = work();
  running.then(note, note);
  do await pause(stepMilliseconds);
  while (!isDone);
  return running;
}
