import { useEffect } from 'react';
import { createPath, useBlocker } from 'react-router';
import { type Route, routeOf } from '#core/rules/basics/site-paths.ts';

/**
 * Makes every navigation to a page whose route does not begin with `place` a full page load, so that the wider
 * Content-Security-Policy of the pages of this place, for example for the payment provider, ends with them.
 */
export function useReloadOnLeave(place: Route): void {
  const leaving = useBlocker(({ nextLocation }) => !routeOf(nextLocation.pathname).startsWith(place));
  useEffect(() => {
    if (leaving.state === 'blocked') window.location.assign(createPath(leaving.location));
  }, [leaving]);
}

/** Loads the page anew when the browser shows it from its back/forward cache, where it may be outdated. */
export function useReloadOnReturn(): void {
  useEffect(() => {
    function reloadShown(event: PageTransitionEvent): void {
      if (event.persisted) window.location.reload();
    }
    window.addEventListener('pageshow', reloadShown);
    return () => window.removeEventListener('pageshow', reloadShown);
  }, []);
}
