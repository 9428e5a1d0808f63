import { type Route, routeOf } from '#core/rules/basics/site-paths.ts';
import { usePageAddress } from '#ui/hooks/use-page-address.ts';

/**
 * Returns the addresses of login and registration, which lead back to the current page afterwards, except from the home
 * page and the pages of login and mailed links.
 */
export function useLoginAddress(): { readonly logIn: Route; readonly register: Route } {
  const { pathname, search } = usePageAddress();
  const route = routeOf(pathname);
  const isOwnPage = route === '/' || route.startsWith('/auth/') || route.startsWith('/newsletter/');
  const returnTo = isOwnPage ? '' : `returnTo=${encodeURIComponent(`${pathname}${search}`)}`;
  return {
    logIn: returnTo === '' ? '/auth/login' : `/auth/login?${returnTo}`,
    register: `/auth/login?tab=register${returnTo === '' ? '' : `&${returnTo}`}`,
  };
}
