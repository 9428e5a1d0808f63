import { ok } from '#core/rules/result.ts';
import type { AccessTokens } from '#ports/access-tokens.ts';

/**
 * Access tokens that never expire by themselves: `token` is the present one, or null for a guest; `renewed` is what a
 * refused one is replaced by.
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
