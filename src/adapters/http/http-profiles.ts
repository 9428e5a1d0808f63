import { getUser, updateUser } from '#contract/accounts.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Profiles } from '#ports/profiles.ts';
import type { ApiClient } from './api-client.ts';

/** The learner's own data over HTTP. */
export function createHttpProfiles(client: ApiClient): Profiles {
  return {
    async get(sub) {
      return mapResult(await client.call(getUser, { params: { id: sub } }), ({ data }) => data.attributes);
    },
    async setPreferredLanguage(sub, preferred_language) {
      const body = { data: { type: 'users' as const, id: sub, attributes: { preferred_language } } };
      return mapResult(
        await client.call(updateUser, { params: { id: sub }, body }),
        ({ data }) => data.attributes,
      );
    },
  };
}
