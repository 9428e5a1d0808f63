/** What the operator has to give before a call can go on: a new session, or a fresh proof of the second factor. */
export type Demand = 'login' | 'proof';

interface OpenDemand {
  readonly demand: Demand;
  readonly answer: (isGiven: boolean) => void;
}

const demands: Readonly<Record<string, Demand>> = { UNAUTHENTICATED: 'login', PROOF_REQUIRED: 'proof' };

let open: (OpenDemand & { readonly answered: Promise<boolean> }) | null = null;
const listeners = new Set<() => void>();

/**
 * Asks the operator when a call was refused for want of a session or proof, and resolves with whether that was given;
 * false at once for other failures, and where no screen can ask. Calls that are refused meanwhile wait for the same
 * answer.
 */
export async function askForSession(code: string): Promise<boolean> {
  const demand = demands[code];
  if (demand === undefined || listeners.size === 0) return false;
  if (open === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const answer = (isGiven: boolean) => {
      open = null;
      tell();
      resolve(isGiven);
    };
    open = { demand, answer, answered: promise };
    tell();
  }
  return open.answered;
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** What is asked for now; null when nothing is. For `useSyncExternalStore`. */
export const sessionGate = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): OpenDemand | null => open,
};
