import { useEffect } from 'react';
import { createPath, useBlocker } from 'react-router';
import { type Route, routeOf } from '#core/rules/basics/site-paths.ts';

/**
 * Turns every navigation to a route that does not begin with `place` into a full page load. The Content-Security-Policy
 * of these pages, which also allows for example the payment provider, then no longer applies.
 */
export function useReloadOnLeave(place: Route): void {
  const leaving = useBlocker(({ nextLocation }) => !routeOf(nextLocation.pathname).startsWith(place));
  useEffect(() => {
    if (leaving.state === 'blocked') window.location.assign(createPath(leaving.location));
  }, [leaving]);
}

/** Reloads the page when it is restored from the back/forward cache, where it may be outdated. */
export function useReloadOnReturn(): void {
  useEffect(() => {
    function reloadShown(event: PageTransitionEvent): void {
      if (event.persisted) window.location.reload();
    }
    window.addEventListener('pageshow', reloadShown);
    return () => window.removeEventListener('pageshow', reloadShown);
  }, []);
}
