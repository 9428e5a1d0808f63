import type { SessionStore } from '#core/state/session-store.ts';
import type { Profiles } from '#ports/profiles.ts';

interface Dependencies {
  readonly profiles: Profiles;
  readonly session: SessionStore;
}

/**
 * Reads the learner's profile anew after something else has changed it. A profile that does not come stays as it was; a
 * session that the host no longer knows ends here as well.
 */
export function createReloadProfile({ profiles, session }: Dependencies) {
  return async (): Promise<void> => {
    const { snapshot, generation } = session;
    if (snapshot.status !== 'logged_in') return;
    const profile = await profiles.get(snapshot.learner.sub);
    if (profile.ok) session.update(profile.value, generation);
  };
}

export type ReloadProfile = ReturnType<typeof createReloadProfile>;
