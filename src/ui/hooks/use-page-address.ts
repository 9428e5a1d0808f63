import { useLocation } from 'react-router';

/**
 * Returns path and query of the page, for building links. The query is normalised like by the server's router (`?x`
 * becomes `?x=`), so that links are equal on server and browser.
 */
export function usePageAddress(): { readonly pathname: string; readonly search: string } {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search).toString();
  return { pathname, search: query === '' ? '' : `?${query}` };
}
