import type { AddressChange, SavedAddress } from '#core/model/address.ts';
import type { Learner } from '#core/model/user.ts';
import { err, mapResult, ok } from '#core/rules/basics/result.ts';
import { type ApiResult, notLoggedIn, type StorefrontContext } from '#core/storefront/kernel/context.ts';
import { type ProfileChanges, updateProfile } from './profile.ts';
import { type EndSession, writeSessionCookies } from './session-end.ts';

/** Creates the actions on the learner's own account. They fail with `UNAUTHENTICATED` for a guest. */
export function createAccountActions(context: StorefrontContext, endSession: EndSession) {
  const { shopApi, sessionApi, cookies, tabBroadcast } = context;
  const { session, redeem } = context.stores;

  function endDeleted(): void {
    endSession({ isLogout: true });
    redeem.markLoggedIn(false);
    tabBroadcast.send('session_ended');
  }

  return {
    /**
     * Changes the given fields. A new e-mail address or a newsletter subscription must be confirmed by a
     * mailed link.
     */
    async updateProfile(changes: ProfileChanges): ApiResult<Learner> {
      const { snapshot, generation } = session;
      if (snapshot.status !== 'logged_in') return err(notLoggedIn);
      const response = await updateProfile(shopApi, snapshot.learner.sub, changes);
      if (response.ok) session.update(response.value, generation);
      return response;
    },
    /**
     * Sets a new password. The server ends all sessions and starts a new one for this browser, whose tokens replace
     * those in the cookies. If the learner has logged out meanwhile, the new session is ended as well.
     */
    async changePassword(change: {
      readonly current_password: string;
      readonly password: string;
      readonly password_confirmation: string;
    }): ApiResult<Learner> {
      const { generation } = session;
      const response = await shopApi.changePassword({ body: change });
      if (!response.ok) return response;
      const { item, refresh } = response.value;
      if (session.generation !== generation) {
        await sessionApi.logOut({ body: { refresh } });
        return err(notLoggedIn);
      }
      writeSessionCookies(cookies, response.value);
      session.update(item, generation);
      return ok(item);
    },
    addAddress: (body: Omit<SavedAddress, 'id'>): ApiResult<SavedAddress> => shopApi.createAddress({ body }),
    changeAddress: ({ id, ...body }: AddressChange & Pick<SavedAddress, 'id'>): ApiResult<SavedAddress> =>
      shopApi.updateAddress({ params: { id }, body }),
    removeAddress: (id: string): ApiResult<null> => shopApi.deleteAddress({ params: { id } }),
    /** Ends another session of the learner. */
    endOwnSession: (id: string): ApiResult<null> => shopApi.endOwnSession({ params: { id } }),
    endOtherSessions: (): ApiResult<null> => shopApi.endOtherSessions(),
    /** Returns all data that the shop stores about the learner, as one document. */
    async exportAccount(): ApiResult<Readonly<Record<string, unknown>>> {
      const { snapshot } = session;
      if (snapshot.status !== 'logged_in') return err(notLoggedIn);
      const response = await shopApi.exportAccount({ params: { id: snapshot.learner.sub } });
      return mapResult(response, ({ id: _, ...document }) => document);
    },
    /**
     * Deletes the account and ends the session in all tabs. Requires the password; for an account without one (`null`)
     * a link is mailed instead. Fails with `CREDIT_LEFT` while the account has credit and `forfeitsCredit` is false.
     */
    async deleteAccount(password: string | null, forfeitsCredit = false): ApiResult<'deleted' | 'link_sent'> {
      const { snapshot, generation } = session;
      if (snapshot.status !== 'logged_in') return err(notLoggedIn);
      const response = await shopApi.deleteAccount({
        params: { id: snapshot.learner.sub },
        body: { ...(password === null ? {} : { password }), forfeit_credit: forfeitsCredit },
      });
      if (!response.ok) return response;
      if (response.value.state === 'deleted' && session.generation === generation) endDeleted();
      return ok(response.value.state);
    },
    /** Deletes an account by its mailed link. Ends the session in all tabs if they are logged in to this account. */
    async confirmAccountDeletion(token: string): ApiResult<null> {
      const response = await shopApi.confirmAccountDeletion({ body: { token } });
      if (!response.ok) return response;
      const { snapshot } = session;
      if (snapshot.status === 'logged_in' && snapshot.learner.sub === response.value.user_id) endDeleted();
      return ok(null);
    },
  };
}
