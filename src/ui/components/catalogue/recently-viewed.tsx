import { Suspense } from 'react';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

const RecentlyViewedList = lazyPart(() => import('./recently-viewed-list.tsx'), 'RecentlyViewedList');

/**
 * Recently viewed products, if the visitor has consented to storing them in the browser. `without` is the current
 * product.
 */
export function RecentlyViewed({ without }: { readonly without?: string | undefined }) {
  const mayRemember = useStore(useShop().stores.consent, ({ preferences }) => preferences);
  return (
    mayRemember && (
      <Suspense fallback={null}>
        <RecentlyViewedList without={without} />
      </Suspense>
    )
  );
}
