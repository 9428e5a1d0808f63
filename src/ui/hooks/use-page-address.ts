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
 * Makes every navigation away from this page a full page load, so that the wider Content-Security-Policy of this page,
 * for example for the payment provider, ends with it.
 */
export function useReloadOnLeave(): void {
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname,
  );
  useEffect(() => {
    if (leaving.state === 'blocked') window.location.assign(createPath(leaving.location));
  }, [leaving]);
}
