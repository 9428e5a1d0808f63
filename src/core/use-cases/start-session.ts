import type { Learner } from '#core/model/user.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { err, ok } from '#core/rules/result.ts';
import type { RedeemStore } from '#core/state/redeem-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Sessions, StartedSession } from '#ports/sessions.ts';
import type { TabBroadcast } from '#ports/tab-broadcast.ts';
import { writeSessionCookies } from './session-cookies.ts';
import type { CartActions } from './shop-actions.ts';
import type { Answer } from './shop-queries.ts';
import type { TakeGuestCartOver } from './take-guest-cart-over.ts';

interface Dependencies {
  readonly cookies: Cookies;
  readonly session: SessionStore;
  readonly redeem: RedeemStore;
  readonly sessions: Sessions;
  readonly analytics: Analytics;
  readonly tab_broadcast: TabBroadcast;
  readonly takeGuestCartOver: TakeGuestCartOver;
  readonly loadCart: CartActions['loadCart'];
}

const overtaken: CallFailure = { code: 'UNAUTHENTICATED', status: 401, detail: '', fields: {} };

/**
 * Begins a session with what `begin` is answered (specification §4 "Login"): both cookies, the learner, the guest's
 * cart merged. An answer that comes after another session began or ended is given back to the host, unused.
 */
export function createStartSession(dependencies: Dependencies) {
  const { cookies, session, redeem, sessions, analytics, tab_broadcast } = dependencies;

  async function giveBack({ refresh, learner }: StartedSession): Answer<Learner> {
    await sessions.logOut(refresh);
    const { snapshot } = session;
    const isTheSame = snapshot.status === 'logged_in' && snapshot.learner.sub === learner.sub;
    return isTheSame ? ok(snapshot.learner) : err(overtaken);
  }

  return async (
    kind: 'login' | 'sign_up',
    begin: () => Promise<Result<StartedSession, CallFailure>>,
  ): Answer<Learner> => {
    const { generation } = session;
    const answer = await begin();
    if (!answer.ok) return answer;
    if (session.generation !== generation) return giveBack(answer.value);
    const { learner } = answer.value;
    writeSessionCookies(cookies, answer.value);
    session.begin(learner, generation);
    redeem.markLoggedIn(true);
    tab_broadcast.send('session_started');
    analytics.identify(learner.sub);
    analytics.track({ name: kind });
    await dependencies.takeGuestCartOver();
    await dependencies.loadCart();
    return ok(learner);
  };
}

export type StartSession = ReturnType<typeof createStartSession>;
