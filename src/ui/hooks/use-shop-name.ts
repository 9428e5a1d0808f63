import { useTranslation } from 'react-i18next';
import { useShop } from './use-shop.ts';

/** The shop's name from its configuration, else our own. */
export function useShopName(): string {
  const { t } = useTranslation('base');
  return useShop().initialState.facts?.name ?? t('shop_name');
}
