import { ok } from '#core/rules/basics/result.ts';
import type { AccessTokens } from '#ports/browser/access-tokens.ts';

/**
 * Provides access tokens that never expire. `token` is the current one, or null for a guest; `renewed`
 * replaces it when a caller reports that it was refused.
 */
export function createMemoryAccessTokens(token: string | null, renewed: string | null = null): AccessTokens {
  let present = token;
  return {
    current: async () => ok(present),
    async replace(refused) {
      if (present === refused) present = renewed;
      return ok(present);
    },
  };
}
