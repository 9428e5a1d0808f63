import type { LocaleStore } from '#core/state/locale-store.ts';
import type { Accounts } from '#ports/accounts.ts';
import type { AccountActions } from './shop-actions.ts';
import type { StartSession } from './start-session.ts';
import type { TrackRegistration } from './track-registration.ts';

interface Dependencies {
  readonly accounts: Accounts;
  readonly locale: LocaleStore;
  readonly startSession: StartSession;
  readonly trackRegistration: TrackRegistration;
}

/**
 * Registers a learner, who is logged in at once (decisions §5); the language of the page becomes theirs. Afterwards the
 * host is told where they came from.
 */
export function createRegister({
  accounts,
  locale,
  startSession,
  trackRegistration,
}: Dependencies): AccountActions['register'] {
  return async (person) => {
    const tell = trackRegistration();
    const started = await startSession('sign_up', () =>
      accounts.register({ ...person, preferred_language: locale.snapshot.locale }),
    );
    if (started.ok) await tell(started.value.sub);
    return started;
  };
}
