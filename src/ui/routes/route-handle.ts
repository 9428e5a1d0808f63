import type { ComponentType } from 'react';
import { useMatches } from 'react-router';

/** What a route module may say about its page, exported as `handle`. */
export interface RouteHandle {
  /** Paper is for reading and signing: legal texts and checkout. Ink is the default. */
  readonly theme?: 'ink' | 'paper';
  /** Stands beside the logo where the navigation is hidden, such as the steps of the checkout. */
  readonly HeaderContent?: ComponentType;
}

/** The handle of the innermost route that has one. */
export function useRouteHandle(): RouteHandle {
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast((candidate) => typeof candidate === 'object' && candidate !== null);
  return handle ?? {};
}
