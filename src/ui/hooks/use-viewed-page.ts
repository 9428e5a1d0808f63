import { useEffect, useEffectEvent } from 'react';
import { useLocation, useParams } from 'react-router';
import { useRouteProduct } from '#ui/routes/route-handle.ts';
import { useShop } from './use-shop.ts';

/** `missing`: the address has no page; `none`: nothing that counts as a page, such as a lost connection. */
type Shown = 'page' | 'missing' | 'none';

/**
 * Reports a page view, once per visit of a path, with the product that the page shows; the product is remembered for
 * visitors who agreed to that.
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
