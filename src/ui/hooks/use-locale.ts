import type { Locale } from '#core/model/values.ts';
import { useShop, useStore } from './use-shop.ts';

export function useLocale(): Locale {
  const shop = useShop();
  return useStore(shop.stores.locale, (state) => state.locale);
}

/** Returns the `lang` of a text that is in another language than the page; undefined for one in the page's own. */
export function useLangOf(): (language: Locale | null) => Locale | undefined {
  const locale = useLocale();
  return (language) => (language === null || language === locale ? undefined : language);
}
