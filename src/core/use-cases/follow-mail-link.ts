import type { CallFailure, Result } from '#core/rules/result.ts';

import type { ReloadProfile } from './reload-profile.ts';

type Follow = (token: string) => Promise<Result<null, CallFailure>>;

/** Does what a mail's link is for, then reads the profile anew: it may be about whoever is logged in here. */
export function createFollowMailLink(reloadProfile: ReloadProfile, follow: Follow): Follow {
  return async (token) => {
    const answer = await follow(token);
    if (answer.ok) await reloadProfile();
    return answer;
  };
}
