import type { UtmData } from '#core/rules/attribution.ts';
import { utmNames } from '#core/rules/attribution.ts';
import type { ConsentStore } from '#core/state/consent-store.ts';
import type { Accounts } from '#ports/accounts.ts';
import type { Cookies } from '#ports/cookies.ts';

interface Dependencies {
  readonly accounts: Accounts;
  readonly cookies: Cookies;
  readonly consent: ConsentStore;
}

/**
 * Tells the host where somebody came from who registers (specification §4), as far as marketing consent allows
 * (decisions §6). Called before the registration it reads the cookies, because a learner's pages clear them; what it
 * answers is called after it, sends them and clears them. A call that fails is reported under its name and stands in
 * nobody's way.
 */
export function createTrackRegistration({ accounts, cookies, consent }: Dependencies) {
  return (): ((user_id: string) => Promise<void>) => {
    const known = utmNames.map((name) => [name, cookies.read(name)] as const);
    const origin: UtmData = Object.fromEntries(known.filter(([, value]) => value !== null));
    const isAllowed = consent.snapshot.marketing && Object.keys(origin).length > 0;
    return async (user_id) => {
      if (isAllowed) await accounts.trackRegistration(origin, user_id);
      for (const name of utmNames) if (cookies.read(name) !== null) cookies.remove(name);
    };
  };
}

export type TrackRegistration = ReturnType<typeof createTrackRegistration>;
