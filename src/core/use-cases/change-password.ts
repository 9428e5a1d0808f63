import { err, ok } from '#core/rules/result.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { OwnAccount } from '#ports/own-account.ts';
import type { Sessions } from '#ports/sessions.ts';
import type { ProfileActions } from './profile-actions.ts';
import { writeSessionCookies } from './session-cookies.ts';
import { notLoggedIn } from './update-profile.ts';

interface Dependencies {
  readonly cookies: Cookies;
  readonly own_account: OwnAccount;
  readonly session: SessionStore;
  readonly sessions: Sessions;
}

/**
 * Sets a new password (decisions §5). The host ends every session and begins one for this browser, whose cookies take
 * the place of the old ones. When the learner logged out meanwhile, the new session is given back.
 */
export function createChangePassword(dependencies: Dependencies): ProfileActions['changePassword'] {
  const { cookies, own_account, session, sessions } = dependencies;
  return async (change) => {
    const { generation } = session;
    const answer = await own_account.changePassword(change);
    if (!answer.ok) return answer;
    const { learner, refresh } = answer.value;
    if (session.generation !== generation) {
      await sessions.logOut(refresh);
      return err(notLoggedIn);
    }
    writeSessionCookies(cookies, answer.value);
    session.update(learner, generation);
    return ok(learner);
  };
}
