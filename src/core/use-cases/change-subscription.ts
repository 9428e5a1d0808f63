import type { Subscription } from '#core/model/subscription.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import type { SessionStore } from '#core/state/session-store.ts';
import type { Profiles } from '#ports/profiles.ts';

interface Dependencies {
  readonly profiles: Profiles;
  readonly session: SessionStore;
}

type Change<Given extends readonly unknown[]> = (
  ...given: Given
) => Promise<Result<Subscription, CallFailure>>;

/**
 * Makes a change of a contract and reads the profile anew, because what the learner may watch goes by it. A profile that
 * does not come stays as it was: the change itself has been made.
 */
export function createChangeSubscription<Given extends readonly unknown[]>(
  { profiles, session }: Dependencies,
  change: Change<Given>,
): Change<Given> {
  return async (...given) => {
    const answer = await change(...given);
    const { snapshot, generation } = session;
    if (answer.ok && snapshot.status === 'logged_in') {
      const profile = await profiles.get(snapshot.learner.sub);
      if (profile.ok) session.update(profile.value, generation);
    }
    return answer;
  };
}
