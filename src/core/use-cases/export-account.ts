import { err } from '#core/rules/result.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { OwnAccount } from '#ports/own-account.ts';
import type { ProfileActions } from './profile-actions.ts';
import { notLoggedIn } from './update-profile.ts';

interface Dependencies {
  readonly own_account: OwnAccount;
  readonly session: SessionStore;
}

/** Hands out what the shop knows of the learner who is logged in. */
export function createExportAccount({ own_account, session }: Dependencies): ProfileActions['exportAccount'] {
  return async () => {
    const { snapshot } = session;
    return snapshot.status === 'logged_in' ? own_account.export(snapshot.learner.sub) : err(notLoggedIn);
  };
}
