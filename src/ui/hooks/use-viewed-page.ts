import { useEffect, useEffectEvent } from 'react';
import { useLocation, useParams } from 'react-router';
import { useRouteProduct } from '#ui/routes/route-handle.ts';
import { useShop } from './use-shop.ts';

/** `missing`: the address does not exist; `none`: not counted as a page view, such as a lost connection. */
type Shown = 'page' | 'missing' | 'none';

/**
 * Reports a page view with the shown product, once per visit of a path. The product is also stored as recently viewed,
 * with the visitor's consent.
 */
export function useViewedPage(shown: Shown): void {
  const { actions } = useShop();
  const { pathname, search } = useLocation();
  const params = useParams();
  const product = useRouteProduct();
  const view = useEffectEvent(() => {
    if (shown === 'none') return;
    if (shown === 'missing') {
      actions.viewPage({ path: pathname, query: '', params: { '*': pathname } }, null);
      return;
    }
    actions.viewPage({ path: pathname, query: search.slice(1), params }, product);
    if (product !== null) actions.rememberViewed(product);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another visit, another query is not
  useEffect(() => {
    view();
  }, [pathname]);
}
