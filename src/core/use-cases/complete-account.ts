import type { Accounts } from '#ports/accounts.ts';
import type { AccountActions } from './shop-actions.ts';
import type { StartSession } from './start-session.ts';

interface Dependencies {
  readonly accounts: Accounts;
  readonly startSession: StartSession;
}

/** Gives an account that a purchase made its password and names, and logs in (decisions §4, §5). */
export function createCompleteAccount(dependencies: Dependencies): AccountActions['completeAccount'] {
  const { accounts, startSession } = dependencies;
  return (person) => startSession('login', () => accounts.complete(person));
}
