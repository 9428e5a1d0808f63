import type { Locale } from '#core/model/values.ts';
import { useShop, useStore } from './use-shop.ts';

export function useLocale(): Locale {
  const shop = useShop();
  return useStore(shop.stores.locale, (state) => state.locale);
}
