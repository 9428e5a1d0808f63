import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shop } from '#core/storefront/shop.ts';
import type { Store } from '#core/storefront/store.ts';

const ShopContext = createContext<Shop | null>(null);

/** Gives the shop to everything below it; wrapped around the router by both entries. */
export const ShopProvider = ShopContext.Provider;

/**
 * The shop: stores, actions and queries.
 * @throws Error outside a `ShopProvider`.
 */
export function useShop(): Shop {
  const shop = use(ShopContext);
  if (shop === null)
    throw new Error('useShop needs a <ShopProvider> above it: wrap the router in the entry.');
  return shop;
}

/**
 * Watches a part of a store. `select` must answer a part of the state or a primitive value, never a new object, because
 * React compares what it answers by identity. While the server renders and the browser hydrates, it reads the state the
 * store was made with, so that the two always agree.
 */
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = store.state$.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [store],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(store.snapshot),
    () => select(store.initial),
  );
}

/** The shop's name from its configuration, else our own. */
export function useShopName(): string {
  const { t } = useTranslation('base');
  return useShop().initialState.facts?.name ?? t('shop_name');
}
