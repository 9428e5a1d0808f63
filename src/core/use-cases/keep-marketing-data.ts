import type { UtmData } from '#core/rules/attribution.ts';
import {
  affiliateKey,
  affiliateOf,
  provisionLinkKey,
  provisionLinkOf,
  referralKey,
  referralOf,
  serialiseProvisionLink,
  serialiseReferral,
  utmChanges,
  utmNames,
  utmOf,
} from '#core/rules/attribution.ts';

import { calendarDay } from '#core/rules/calendar.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Navigation } from '#ports/navigation.ts';
import type { TextStorage } from '#ports/text-storage.ts';

interface Dependencies {
  readonly cookies: Cookies;
  readonly local_storage: TextStorage;
  readonly session_storage: TextStorage;
  readonly clock: Clock;
  readonly navigation: Navigation;
  readonly session: SessionStore;
}

/** How long the browser keeps where a visitor came from, in seconds: 30 days. */
const utmCookieSeconds = 2_592_000;

/** What the address of this visit says about who sent the visitor (decisions §6). */
export interface MarketingData {
  /** Stores it. To be called once marketing consent is there; until then it stays in memory. */
  store(): void;
  /** Removes everything stored. To be called when there is no such consent. */
  forget(): void;
}

/** Keeps the address the visitor arrived by, at once, because the page's address changes later. */
export function createKeepMarketingData(dependencies: Dependencies): MarketingData {
  const { cookies, local_storage, session_storage, clock, navigation, session } = dependencies;
  const { path, query: text } = navigation.address();
  const query = new URLSearchParams(text);
  const arrivedAt = clock.now();

  function storeUtm() {
    const known = utmNames.map((name) => [name, cookies.read(name)] as const);
    const stored: UtmData = Object.fromEntries(known.filter(([, value]) => value !== null));
    const changes = utmChanges(session.snapshot.status === 'logged_in', utmOf(query), stored);
    for (const name of changes.clear) cookies.remove(name);
    for (const name of utmNames) {
      const value = changes.set[name];
      if (value !== undefined) cookies.write(name, value, utmCookieSeconds);
    }
  }

  return {
    store() {
      storeUtm();
      const day = calendarDay(arrivedAt);
      const affiliate = affiliateOf(query);
      const referral = referralOf(query, day);
      const provision = provisionLinkOf(query, day, `${path}?${text}`);
      if (affiliate !== null) session_storage.write(affiliateKey, affiliate);
      if (referral !== null) local_storage.write(referralKey, serialiseReferral(referral));
      if (provision !== null) local_storage.write(provisionLinkKey, serialiseProvisionLink(provision));
    },
    forget() {
      for (const name of utmNames) if (cookies.read(name) !== null) cookies.remove(name);
      session_storage.remove(affiliateKey);
      local_storage.remove(referralKey);
      local_storage.remove(provisionLinkKey);
    },
  };
}
