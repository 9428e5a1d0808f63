import { createExternalValue } from './external-value.ts';

/** Required from the operator before a call can continue: a new session, or a fresh proof of the second factor. */
export type Demand = 'login' | 'proof';

interface OpenDemand {
  readonly demand: Demand;
  readonly answer: (isGiven: boolean) => void;
  readonly answered: Promise<boolean>;
}

const demands: Readonly<Record<string, Demand>> = { UNAUTHENTICATED: 'login', PROOF_REQUIRED: 'proof' };

/** The open demand, null if there is none. The dialog that shows it subscribes. */
export const sessionGate = createExternalValue<OpenDemand | null>(null);

/**
 * Asks the operator for a session or proof after a refused call. Resolves to whether it was given; immediately to false
 * for other error codes, and if no dialog is mounted. Calls refused in the meantime share the same dialog.
 */
export async function askForSession(code: string): Promise<boolean> {
  const demand = demands[code];
  if (demand === undefined || !sessionGate.hasSubscribers()) return false;
  const open = sessionGate.current();
  if (open !== null) return open.answered;
  const { promise: answered, resolve } = Promise.withResolvers<boolean>();
  const answer = (isGiven: boolean) => {
    sessionGate.set(null);
    resolve(isGiven);
  };
  sessionGate.set({ demand, answer, answered });
  return answered;
}
