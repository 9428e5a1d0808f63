import { confirmAccountDeletion, deleteAccount, exportAccount } from '#api/account-data.ts';
import { changePassword, confirmEmail } from '#api/accounts.ts';
import { mapResult } from '#core/rules/result.ts';
import type { OwnAccount } from '#ports/own-account.ts';
import type { ApiClient } from './api-client.ts';
import { toStartedSession } from './started-session.ts';

/** The account as a whole over HTTP. */
export function createHttpOwnAccount(client: ApiClient): OwnAccount {
  return {
    async changePassword(body) {
      return mapResult(await client.call(changePassword, { body }), toStartedSession);
    },
    async confirmEmail(token) {
      return mapResult(await client.call(confirmEmail, { body: { token } }), () => null);
    },
    async export(sub) {
      const answer = await client.call(exportAccount, { params: { id: sub } });
      return mapResult(answer, ({ data }) => data.attributes);
    },
    async delete(sub, password, forfeitsCredit = false) {
      const body = { ...(password === null ? {} : { password }), forfeit_credit: forfeitsCredit };
      const answer = await client.call(deleteAccount, { params: { id: sub }, body });
      return mapResult(answer, ({ state }) => state);
    },
    async confirmDeletion(token) {
      return mapResult(await client.call(confirmAccountDeletion, { body: { token } }), () => null);
    },
  };
}
