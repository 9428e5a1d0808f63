import { createContext, use } from 'react';
import type { Shop } from '#core/use-cases/shop.ts';

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
