import { useEffect } from 'react';
import { createPath, useBlocker, useLocation } from 'react-router';

/**
 * Path and query of the page, for building links. The query is normalised as the server's router does it (`?x` becomes
 * `?x=`), so that links are the same on server and browser.
 */
export function usePageAddress(): { readonly pathname: string; readonly search: string } {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search).toString();
  return { pathname, search: query === '' ? '' : `?${query}` };
}

/**
 * Makes every way off this page a full document load, so that what its Content-Security-Policy allows, such as the
 * payment provider's hosts, ends with the document.
 */
export function useReloadOnLeave(): void {
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname,
  );
  useEffect(() => {
    if (leaving.state === 'blocked') window.location.assign(createPath(leaving.location));
  }, [leaving]);
}
