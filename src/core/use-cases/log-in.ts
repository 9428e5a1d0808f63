import type { Sessions } from '#ports/sessions.ts';
import type { AccountActions } from './shop-actions.ts';
import type { StartSession } from './start-session.ts';

interface Dependencies {
  readonly sessions: Sessions;
  readonly startSession: StartSession;
}

/** Logs in with e-mail and password. */
export function createLogIn({ sessions, startSession }: Dependencies): AccountActions['logIn'] {
  return ({ identifier, password }) => startSession('login', () => sessions.logIn(identifier, password));
}
