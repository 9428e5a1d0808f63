import type { CartItem } from '#core/model/cart.ts';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import {
  type Arrival,
  affiliateCode,
  affiliateKey,
  affiliateOf,
  parseArrival,
  provisionLinkKey,
  provisionLinkOf,
  readProvisionLink,
  referralKey,
  referralOf,
  registrationTracking,
  serialiseProvisionLink,
  serialiseReferral,
  type UtmData,
  utmChanges,
  utmNames,
  utmOf,
  validReferralCode,
} from '#core/rules/tracking/attribution.ts';
import { arrivalKey } from '#core/rules/tracking/attribution-names.ts';
import type { SessionContext, StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { Cookies } from '#ports/browser/cookies.ts';

/** Lifetime of the UTM cookies, in seconds: 30 days. */
const utmCookieSeconds = 2_592_000;

function readUtmCookies(cookies: Cookies): UtmData {
  const known = utmNames.map((name) => [name, cookies.read(name)] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== null));
}

/** Deletes the UTM cookies, which are kept for guests only. */
export function clearUtmCookies(cookies: Cookies): void {
  for (const name of utmNames) if (cookies.read(name) !== null) cookies.remove(name);
}

export type MarketingData = ReturnType<typeof createMarketingData>;

/** Reads the marketing data in the URL of this visit. Must be called immediately, because the URL changes later. */
export function createMarketingData(context: SessionContext) {
  const { cookies, localStorage, sessionStorage, clock, navigation } = context;
  const present: Arrival = { ...navigation.address(), at: clock.now() };
  let isStored = false;

  function storeUtm(query: URLSearchParams) {
    // The cookie decides: during an outage the page shows a guest even if a learner is logged in.
    const isLoggedIn = cookies.read(accessCookie) !== null;
    const changes = utmChanges(isLoggedIn, utmOf(query), readUtmCookies(cookies));
    for (const name of changes.clear) cookies.remove(name);
    for (const name of utmNames) {
      const value = changes.set[name];
      if (value !== undefined) cookies.write(name, value, utmCookieSeconds);
    }
  }

  function storeFrom({ path, query: text, at }: Arrival) {
    const query = new URLSearchParams(text);
    storeUtm(query);
    const day = calendarDay(at);
    const affiliate = affiliateOf(query);
    const referral = referralOf(query, day);
    const provision = provisionLinkOf(query, day, `${path}?${text}`);
    if (affiliate !== null) sessionStorage.write(affiliateKey, affiliate);
    if (referral !== null) localStorage.write(referralKey, serialiseReferral(referral));
    if (provision !== null) localStorage.write(provisionLinkKey, serialiseProvisionLink(provision));
  }

  return {
    /**
     * Stores the data of this visit once, because another tab may store newer data later, and the data of an earlier
     * page of this tab that was left before its scripts ran. Call it only with marketing consent.
     */
    store(): void {
      const earlier = parseArrival(sessionStorage.read(arrivalKey));
      sessionStorage.remove(arrivalKey);
      if (earlier !== null) storeFrom(earlier);
      if (!isStored) storeFrom(present);
      isStored = true;
    },
    /** Removes all stored marketing data; call it without marketing consent. */
    forget(): void {
      isStored = false;
      clearUtmCookies(cookies);
      sessionStorage.remove(arrivalKey);
      sessionStorage.remove(affiliateKey);
      localStorage.remove(referralKey);
      localStorage.remove(provisionLinkKey);
    },
  };
}

/** Codes of the partner or learner who referred the shopper; null removes an earlier code from the cart. */
export interface Attribution {
  readonly referral_code: string | null;
  readonly affiliate_code: string | null;
}

export type ReadAttribution = ReturnType<typeof createReadAttribution>;

/**
 * Creates a function that returns the codes that are valid for these cart lines; none without marketing
 * consent. The function also deletes an expired provision link from the storage.
 */
export function createReadAttribution({ localStorage, sessionStorage, clock, stores }: SessionContext) {
  return (products: readonly CartItem[]): Attribution => {
    if (!stores.consent.snapshot.marketing) return { referral_code: null, affiliate_code: null };
    const today = calendarDay(clock.now());
    const stored = readProvisionLink(localStorage.read(provisionLinkKey), today);
    if (stored.is_removable) localStorage.remove(provisionLinkKey);
    return {
      referral_code: validReferralCode(localStorage.read(referralKey), today),
      affiliate_code: affiliateCode(sessionStorage.read(affiliateKey), stored.link, products),
    };
  };
}

/**
 * Creates a function that reads the UTM cookies. Call it before the registration, because a login deletes these
 * cookies. It returns a second function, which sends the new learner's data (only with marketing consent) and deletes
 * the cookies. A failed call is ignored.
 */
export function createTrackRegistration({
  shopApi,
  cookies,
  stores,
}: Pick<StorefrontContext, 'cookies' | 'shopApi' | 'stores'>) {
  return (): ((userId: string) => Promise<void>) => {
    const origin = readUtmCookies(cookies);
    const isAllowed = stores.consent.snapshot.marketing && Object.keys(origin).length > 0;
    return async (userId) => {
      if (isAllowed) await shopApi.trackUtm({ body: registrationTracking(origin, userId) });
      clearUtmCookies(cookies);
    };
  };
}
