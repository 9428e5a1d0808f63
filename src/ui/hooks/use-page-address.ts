import { useLocation } from 'react-router';

/**
 * Path and query of the page, for building links. The query is normalised as the server's router does it (`?x` becomes
 * `?x=`), so that links are the same on server and browser.
 */
export function usePageAddress(): { readonly pathname: string; readonly search: string } {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search).toString();
  return { pathname, search: query === '' ? '' : `?${query}` };
}
