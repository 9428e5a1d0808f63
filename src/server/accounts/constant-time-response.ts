import { setTimeout as pause } from 'node:timers/promises';

/** Responses are sent only at multiples of this time. */
const stepMilliseconds = 150;

/**
 * Hides the duration of work that would reveal something, such as whether an address has an account: the response is
 * sent at the next multiple of `stepMilliseconds` after the call began. The work usually takes a tenth of a step.
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
