import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Store } from '#core/storefront/kernel/store.ts';
import type { Shop } from '#core/storefront/shop.ts';

const ShopContext = createContext<Shop | null>(null);

/** Provides the shop to all components; the browser and the server entry wrap the router in it. */
export const ShopProvider = ShopContext.Provider;

/**
 * Returns the shop: stores, actions and queries.
 * @throws Error outside a `ShopProvider`.
 */
export function useShop(): Shop {
  const shop = use(ShopContext);
  if (shop === null)
    throw new Error('useShop needs a <ShopProvider> above it: wrap the router in the entry.');
  return shop;
}

/**
 * Returns a part of a store's state. `select` must return a part of the state or a primitive value, never a new object,
 * because React compares results by identity. During server rendering and hydration it uses the store's initial state,
 * so that both render the same.
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

/** Returns the shop's name from its configuration, or the default name. */
export function useShopName(): string {
  const { t } = useTranslation('base');
  return useShop().initialState.facts?.name ?? t('shop_name');
}
