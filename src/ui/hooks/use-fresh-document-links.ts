import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { keepLinksFresh } from './keep-links-fresh.ts';
import { useShop } from './use-shop.ts';

/** Reloads the page's data before the links to documents expire. */
export function useFreshDocumentLinks(): void {
  const { api } = useShop();
  const { revalidate } = useRevalidator();
  const ask = useEffectEvent(() => api.getShopFacts());
  const reload = useEffectEvent(() => revalidate());

  useEffect(() => keepLinksFresh({ ask: () => ask(), reload: () => reload() }), []);
}
