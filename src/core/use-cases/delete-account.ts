import { err } from '#core/rules/result.ts';
import type { RedeemStore } from '#core/state/redeem-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { OwnAccount } from '#ports/own-account.ts';
import type { TabBroadcast } from '#ports/tab-broadcast.ts';
import type { EndSession } from './end-session.ts';
import type { ProfileActions } from './profile-actions.ts';
import { notLoggedIn } from './update-profile.ts';

interface Dependencies {
  readonly own_account: OwnAccount;
  readonly redeem: RedeemStore;
  readonly session: SessionStore;
  readonly tab_broadcast: TabBroadcast;
  readonly endSession: EndSession;
}

/**
 * Deletes the account of the learner who is logged in. Once it is gone, its session ends in this browser and all of its
 * tabs, as with a logout. One that gets a link by mail goes on as it was.
 */
export function createDeleteAccount(dependencies: Dependencies): ProfileActions['deleteAccount'] {
  const { own_account, redeem, session, tab_broadcast, endSession } = dependencies;
  return async (password, forfeitsCredit) => {
    const { snapshot, generation } = session;
    if (snapshot.status !== 'logged_in') return err(notLoggedIn);
    const answer = await own_account.delete(snapshot.learner.sub, password, forfeitsCredit);
    if (answer.ok && answer.value === 'deleted' && session.generation === generation) {
      endSession({ forgets_guest_cart: true });
      redeem.markLoggedIn(false);
      tab_broadcast.send('session_ended');
    }
    return answer;
  };
}
