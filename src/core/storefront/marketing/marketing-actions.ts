import type { GiveawayEntry, Popup } from '#core/model/content.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { TextStorage } from '#ports/browser/text-storage.ts';

/** Storage key of the closed popups: their keys, separated by spaces. */
const closedPopupsKey = 'closed_popups';

function closedIn(storage: TextStorage): readonly string[] {
  return storage.read(closedPopupsKey)?.split(' ') ?? [];
}

export function createMarketingActions({ shopApi, localStorage, sessionStorage, stores }: StorefrontContext) {
  return {
    /** Mails a confirmation link in the language of the page. `source` is the name of the form. */
    subscribeToNewsletter: (request: { readonly email: string; readonly source: string }): ApiResult<null> =>
      shopApi.subscribeToNewsletter({ body: { ...request, locale: stores.locale.snapshot.locale } }),
    /** Enters a giveaway, once per address; a second entry gets the same response. */
    enterGiveaway: (entry: GiveawayEntry): ApiResult<null> => shopApi.enterGiveaway({ body: entry }),
    /** Closes a popup permanently; without consent to preferences, only for this tab. */
    async closePopup(key: string): Promise<void> {
      const storage = stores.consent.snapshot.preferences ? localStorage : sessionStorage;
      const others = closedIn(storage).filter((other) => other !== key);
      storage.write(closedPopupsKey, [...others, key].join(' '));
    },
  };
}

/**
 * Creates a function that finds the popup of a page; null before a choice in the consent banner, and if it was closed.
 */
export function createFindPopup({ shopApi, localStorage, sessionStorage, stores }: StorefrontContext) {
  return async (path: string): ApiResult<Popup | null> => {
    if (!stores.consent.snapshot.isDecided) return ok(null);
    const response = await shopApi.getPopup({ query: { path } });
    if (!response.ok || response.value === null) return response.ok ? ok(null) : response;
    const { key, link, ...popup } = response.value;
    const isClosed = [localStorage, sessionStorage].some((storage) => closedIn(storage).includes(key));
    if (isClosed) return ok(null);
    return ok({ ...popup, key, link: link === null ? null : { ...link, path: link.path as Route } });
  };
}
