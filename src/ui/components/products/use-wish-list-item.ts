import { useEffect } from 'react';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

/** State and action of a wish list button. */
export interface WishListItem {
  readonly isOnWishList: boolean;
  readonly toggle: () => void;
}

/** Returns whether the shopper's wish list is loaded; loads it on first use. */
export function useWishListLoaded(): boolean {
  const { actions, stores } = useShop();
  const owner = useStore(stores.session, (state) =>
    state.status === 'logged_in' ? state.learner.sub : 'guest',
  );
  const isLoaded = useStore(stores.wishList, (state) => state.owner === owner);

  useEffect(() => {
    if (!isLoaded) void actions.loadWishList();
  }, [actions, isLoaded]);

  return isLoaded;
}

/** Returns the wish list state of a product. A guest's list is stored in the browser, a learner's on the server. */
export function useWishListItem(productId: string): WishListItem {
  const { actions, stores } = useShop();
  const isLoaded = useWishListLoaded();
  const isListed = useStore(stores.wishList, ({ productIds }) => productIds.includes(productId));
  const isOnWishList = isLoaded && isListed;
  return { isOnWishList, toggle: () => void actions.changeWishList(productId, !isOnWishList) };
}
