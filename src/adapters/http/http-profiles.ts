import { getUser, updateUser } from '#api/accounts.ts';
import type { Locale } from '#core/model/primitives.ts';
import { mapResult } from '#core/rules/result.ts';
import type { ProfileChanges, Profiles } from '#ports/profiles.ts';
import type { ApiClient } from './api-client.ts';

/** The learner's own data over HTTP. */
export function createHttpProfiles(client: ApiClient): Profiles {
  async function update(sub: string, attributes: ProfileChanges & { readonly preferred_language?: Locale }) {
    const body = { data: { type: 'users' as const, id: sub, attributes } };
    const answer = await client.call(updateUser, { params: { id: sub }, body });
    return mapResult(answer, ({ data }) => data.attributes);
  }
  return {
    async get(sub) {
      return mapResult(await client.call(getUser, { params: { id: sub } }), ({ data }) => data.attributes);
    },
    setPreferredLanguage: (sub, preferred_language) => update(sub, { preferred_language }),
    update,
  };
}
