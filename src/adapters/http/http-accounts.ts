import {
  checkAccount,
  completeAccount,
  registerUser,
  requestPasswordReset,
  resetPassword,
} from '#api/accounts.ts';
import { trackUtm } from '#api/marketing.ts';
import { registrationTracking } from '#core/rules/attribution.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Accounts } from '#ports/accounts.ts';
import type { ApiClient } from './api-client.ts';
import { toStartedSession } from './started-session.ts';

/** Accounts over HTTP. */
export function createHttpAccounts(client: ApiClient): Accounts {
  return {
    async register(registration) {
      const body = { data: { type: 'users' as const, attributes: registration } };
      return mapResult(await client.call(registerUser, { body }), toStartedSession);
    },
    async complete(completion) {
      return mapResult(await client.call(completeAccount, { body: completion }), toStartedSession);
    },
    async check(email, cart_id, save) {
      const answer = await client.call(checkAccount, { body: { email, save, id: cart_id } });
      return mapResult(answer, ({ exists }) => ({ exists }));
    },
    async requestPasswordReset(email) {
      return mapResult(await client.call(requestPasswordReset, { body: { email } }), () => null);
    },
    async resetPassword(token, password, password_confirmation) {
      const body = { token, password, password_confirmation };
      return mapResult(await client.call(resetPassword, { body }), () => null);
    },
    async trackRegistration(origin, user_id) {
      const body = registrationTracking(origin, user_id);
      return mapResult(await client.call(trackUtm, { body }), () => null);
    },
  };
}
