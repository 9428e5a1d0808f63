import { createExternalValue } from './external-value.ts';

/** Required from the operator before a call can continue: a new session, or a fresh proof of the second factor. */
type SessionNeed = 'login' | 'proof';

interface OpenPrompt {
  readonly need: SessionNeed;
  readonly close: (isGiven: boolean) => void;
  readonly closed: Promise<boolean>;
}

const needs: Readonly<Record<string, SessionNeed>> = { UNAUTHENTICATED: 'login', PROOF_REQUIRED: 'proof' };

/** The open prompt, null if there is none. The dialog that shows it subscribes. */
export const sessionPrompt = createExternalValue<OpenPrompt | null>(null);

/**
 * Asks the operator for a session or proof after a refused call. Resolves to whether it was given; immediately to false
 * for other error codes, and if no dialog is mounted. Calls refused in the meantime share the same dialog.
 */
export async function askForSession(code: string): Promise<boolean> {
  const need = needs[code];
  if (need === undefined || !sessionPrompt.hasSubscribers()) return false;
  const open = sessionPrompt.current();
  if (open !== null) return open.closed;
  const { promise: closed, resolve } = Promise.withResolvers<boolean>();
  const close = (isGiven: boolean) => {
    sessionPrompt.set(null);
    resolve(isGiven);
  };
  sessionPrompt.set({ need, close, closed });
  return closed;
}
