import type { ComponentType } from 'react';
import { useMatches } from 'react-router';

export interface RouteHandle {
  /** `paper` is for legal texts, the blog and the checkout; `ink` is the default. */
  readonly theme?: 'ink' | 'paper';
  /** Whether links in mails bring a token to this page, which is taken out of the address before anything else runs. */
  readonly takesMailToken?: true;
  /** Shown beside the logo where the navigation is hidden, such as the steps of the checkout. */
  readonly HeaderContent?: ComponentType;
}

/** The handle of the innermost route that has one. */
export function useRouteHandle(): RouteHandle {
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast((candidate) => typeof candidate === 'object' && candidate !== null);
  return handle ?? {};
}
