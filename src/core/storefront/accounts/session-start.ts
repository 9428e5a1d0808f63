import type { Learner } from '#core/model/user.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { type ApiResult, notLoggedIn, type StorefrontContext } from '#core/storefront/kernel/context.ts';
import { clearUtmCookies } from '#core/storefront/tracking/read-attribution.ts';
import type { ApiValue } from '#ports/shop-api.ts';
import { writeSessionCookies } from './session-end.ts';

type StartedSession = ApiValue<'logIn'> & {
  /** Whether the call created an account; only for calls that log in or register. */
  readonly is_new_account?: boolean;
};

export type StartSession = ReturnType<typeof createStartSession>;

export function createStartSession(context: StorefrontContext, mergeGuestLists: () => Promise<void>) {
  const { sessionApi, analytics, cookies, tabBroadcast } = context;
  const { session, redeem } = context.stores;

  async function giveBack({ refresh, item }: StartedSession): ApiResult<Learner> {
    await sessionApi.logOut({ body: { refresh } });
    const { snapshot } = session;
    const isTheSame = snapshot.status === 'logged_in' && snapshot.learner.sub === item.sub;
    return isTheSame ? ok(snapshot.learner) : err(notLoggedIn);
  }

  /**
   * Starts the session that `begin` returns: writes the cookies, sets the learner and merges the guest's cart and wish
   * list. If another session has started or ended meanwhile, the new session is ended on the server.
   */
  return async (kind: 'login' | 'sign_up', begin: () => ApiResult<StartedSession>): ApiResult<Learner> => {
    const { generation } = session;
    const response = await begin();
    if (!response.ok) return response;
    if (session.generation !== generation) return giveBack(response.value);
    const learner: Learner = response.value.item;
    writeSessionCookies(cookies, response.value);
    session.begin(learner, generation);
    redeem.markLoggedIn(true);
    const name = response.value.is_new_account === true ? 'sign_up' : kind;
    // After a registration, `createTrackRegistration` sends the cookies' data first.
    if (name === 'login') clearUtmCookies(cookies);
    tabBroadcast.send('session_started');
    analytics.identify(learner.sub);
    analytics.track({ name });
    await mergeGuestLists();
    return ok(learner);
  };
}
