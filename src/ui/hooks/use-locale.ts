import type { Locale } from '#core/rules/locale.ts';
import { useShop } from './use-shop.ts';
import { useStore } from './use-store.ts';

/** The language of the page. */
export function useLocale(): Locale {
  const shop = useShop();
  return useStore(shop.stores.locale, (state) => state.locale);
}
