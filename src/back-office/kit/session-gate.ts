/** Required from the operator before a call can continue: a new session, or a fresh proof of the second factor. */
export type Demand = 'login' | 'proof';

interface OpenDemand {
  readonly demand: Demand;
  readonly answer: (isGiven: boolean) => void;
}

const demands: Readonly<Record<string, Demand>> = { UNAUTHENTICATED: 'login', PROOF_REQUIRED: 'proof' };

let open: (OpenDemand & { readonly answered: Promise<boolean> }) | null = null;
const listeners = new Set<() => void>();

/**
 * Asks the operator for a session or proof after a refused call. Resolves to whether it was given; immediately to false
 * for other error codes, and if no dialog is mounted. Calls refused in the meantime share the same dialog.
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

/** The open demand, null if there is none. For `useSyncExternalStore`. */
export const sessionGate = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): OpenDemand | null => open,
};
