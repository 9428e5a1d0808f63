import { Suspense } from 'react';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

const RecentlyViewedList = lazyPart(() => import('./recently-viewed-list.tsx'), 'RecentlyViewedList');

/** What the visitor looked at before, if they agreed that the browser remembers it. `without` is the shown product. */
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
