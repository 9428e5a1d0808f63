import { useEffect, useEffectEvent } from 'react';
import { useLocation, useParams } from 'react-router';
import { useShop } from './use-shop.ts';

/** Reports a page view, once per visit of a path. */
export function useViewedPage(): void {
  const { actions } = useShop();
  const { pathname, search } = useLocation();
  const params = useParams();
  const view = useEffectEvent(() => {
    actions.viewPage({ path: pathname, query: search.slice(1), params });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another visit, another query is not
  useEffect(() => {
    view();
  }, [pathname]);
}
