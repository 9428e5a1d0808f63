import { useLocation } from 'react-router';

/**
 * Path and query of the page, for building links from it. The query is written anew, because the server's router writes
 * it so too (`?x` becomes `?x=`): a link made from the raw one would differ between server and browser.
 */
export function usePageAddress(): { readonly pathname: string; readonly search: string } {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search).toString();
  return { pathname, search: query === '' ? '' : `?${query}` };
}
