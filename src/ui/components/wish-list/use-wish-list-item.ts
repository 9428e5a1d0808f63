import { useEffect } from 'react';
import type { Route } from '#core/rules/navigation.ts';
import { usePageAddress } from '#ui/hooks/use-page-address.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

/** State and action of a wish list button. */
export interface WishListItem {
  readonly isOnWishList: boolean;
  /** Login page with the way back to this page; null for a learner. */
  readonly loginRoute: Route | null;
  /** Adds or removes the product; for a guest it is remembered until the login. */
  readonly toggle: () => void;
}

/** A product's place on the learner's wish list, which is loaded by the first button of a tab. */
export function useWishListItem(productId: string): WishListItem {
  const { actions, stores } = useShop();
  const learner = useStore(stores.session, (state) =>
    state.status === 'logged_in' ? state.learner.sub : null,
  );
  const isListed = useStore(
    stores.wishList,
    ({ owner, productIds }) => owner === learner && productIds.includes(productId),
  );
  const { pathname, search } = usePageAddress();

  useEffect(() => {
    if (learner !== null && stores.wishList.snapshot.owner !== learner) void actions.loadWishList();
  }, [actions, stores, learner]);

  return {
    isOnWishList: learner !== null && isListed,
    loginRoute:
      learner === null ? `/auth/login?returnTo=${encodeURIComponent(`${pathname}${search}`)}` : null,
    toggle() {
      void (learner === null
        ? actions.rememberWishListItem(productId)
        : actions.changeWishList(productId, !isListed));
    },
  };
}
