import type { CallFailure } from '#core/rules/result.ts';
import { err } from '#core/rules/result.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Profiles } from '#ports/profiles.ts';
import type { ProfileActions } from './profile-actions.ts';

interface Dependencies {
  readonly profiles: Profiles;
  readonly session: SessionStore;
}

/** What is said to whoever is not logged in (any more). */
export const notLoggedIn: CallFailure = { code: 'UNAUTHENTICATED', status: 401, detail: '', fields: {} };

/** Changes the learner's own data (specification §4 "Auth store actions", decisions §5). */
export function createUpdateProfile({ profiles, session }: Dependencies): ProfileActions['updateProfile'] {
  return async (changes) => {
    const { snapshot, generation } = session;
    if (snapshot.status !== 'logged_in') return err(notLoggedIn);
    const answer = await profiles.update(snapshot.learner.sub, changes);
    if (answer.ok) session.update(answer.value, generation);
    return answer;
  };
}
