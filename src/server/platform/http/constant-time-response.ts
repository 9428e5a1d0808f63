import type { ServerContext } from '#server/platform/server-context.ts';

/** Interval in milliseconds at which such responses are sent. */
const stepMilliseconds = 150;

/** Implements `nextResponseStep` of a server. */
export function waitForResponseStep(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, stepMilliseconds));
}

/**
 * Hides the duration of work that would reveal something, such as whether an address has an account: the response is
 * sent at the first step of `nextResponseStep` at which the work is done. The work usually takes a tenth of a step.
 */
export async function respondInConstantTime<Value>(
  { nextResponseStep }: Pick<ServerContext, 'nextResponseStep'>,
  work: () => Promise<Value>,
): Promise<Value> {
  let isDone = false;
  const note = () => {
    isDone = true;
  };
  const running = work();
  running.then(note, note);
  do await nextResponseStep();
  while (!isDone);
  return running;
}
