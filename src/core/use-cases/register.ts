import type { LocaleStore } from '#core/state/locale-store.ts';
import type { Accounts } from '#ports/accounts.ts';
import type { AccountActions } from './shop-actions.ts';
import type { StartSession } from './start-session.ts';

interface Dependencies {
  readonly accounts: Accounts;
  readonly locale: LocaleStore;
  readonly startSession: StartSession;
}

/** Registers a learner, who is logged in at once (decisions §5); the language of the page becomes theirs. */
export function createRegister({ accounts, locale, startSession }: Dependencies): AccountActions['register'] {
  return (person) =>
    startSession('sign_up', () =>
      accounts.register({ ...person, preferred_language: locale.snapshot.locale }),
    );
}
