import type { Locale } from '#core/model/values.ts';
import { useShop, useStore } from './use-shop.ts';

export function useLocale(): Locale {
  const shop = useShop();
  return useStore(shop.stores.locale, (state) => state.locale);
}

/** Returns a function for the `lang` attribute of a text: undefined if it is in the page's language. */
export function useLangOf(): (language: Locale | null) => Locale | undefined {
  const locale = useLocale();
  return (language) => (language === null || language === locale ? undefined : language);
}
