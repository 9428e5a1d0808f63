import { useEffect } from 'react';
import type { Route } from '#core/rules/navigation.ts';
import { usePageAddress } from '#ui/hooks/use-page-address.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

/** What a heart needs to know and to do. */
export interface WishListItem {
  readonly isOnWishList: boolean;
  /** Where a guest logs in, with the way back to this page; null for who is logged in. */
  readonly loginRoute: Route | null;
  /** Wishes, or wishes no more; for a guest it keeps the wish until they have logged in. */
  readonly toggle: () => void;
}

/** The learner's wish for a product. The first heart of a tab has the wishes read. */
export function useWishListItem(productId: string): WishListItem {
  const { actions, stores } = useShop();
  const learner = useStore(stores.session, (state) =>
    state.status === 'logged_in' ? state.learner.sub : null,
  );
  const isListed = useStore(
    stores.wishes,
    ({ owner, product_ids }) => owner === learner && product_ids.includes(productId),
  );
  const { pathname, search } = usePageAddress();

  useEffect(() => {
    if (learner !== null && stores.wishes.snapshot.owner !== learner) void actions.loadWishes();
  }, [actions, stores, learner]);

  return {
    isOnWishList: learner !== null && isListed,
    loginRoute:
      learner === null ? `/auth/login?returnTo=${encodeURIComponent(`${pathname}${search}`)}` : null,
    toggle() {
      void (learner === null ? actions.rememberWish(productId) : actions.changeWish(productId, !isListed));
    },
  };
}
