import { useEffect } from 'react';
import { createPath, useBlocker, useLocation } from 'react-router';

/**
 * Path and query of the page, for building links from it. The query is written anew, because the server's router writes
 * it so too (`?x` becomes `?x=`): a link made from the raw one would differ between server and browser.
 */
export function usePageAddress(): { readonly pathname: string; readonly search: string } {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search).toString();
  return { pathname, search: query === '' ? '' : `?${query}` };
}

/**
 * Makes leaving this page a full document load, by whatever link or menu: what its policy allows, such as the hosts of
 * the payment provider, ends with the document (decisions §7).
 */
export function useReloadOnLeave(): void {
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname,
  );
  useEffect(() => {
    if (leaving.state === 'blocked') window.location.assign(createPath(leaving.location));
  }, [leaving]);
}
