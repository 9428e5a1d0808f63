import { type Route, routeOf } from '#core/rules/basics/site-paths.ts';
import { usePageAddress } from '#ui/hooks/use-page-address.ts';

/**
 * Addresses of login and registration with the way back to the current page; none for the home page and the
 * pages of login and mailed links.
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
