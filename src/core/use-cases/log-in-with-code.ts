import type { Sessions } from '#ports/sessions.ts';
import type { AccountActions } from './shop-actions.ts';
import type { StartSession } from './start-session.ts';

interface Dependencies {
  readonly sessions: Sessions;
  readonly startSession: StartSession;
}

/** Logs in with the six digits that were mailed at checkout (decisions §4). */
export function createLogInWithCode({
  sessions,
  startSession,
}: Dependencies): AccountActions['logInWithCode'] {
  return ({ email, code }) => startSession('login', () => sessions.logInWithCode(email, code));
}
