import { type MiddlewareFunction, redirectDocument } from 'react-router';
import { allowsTags, mayRunServices } from '#core/rules/tracking/analytics-pages.ts';
import { shopContext } from '#ui/routes/contexts.ts';

/**
 * Turns navigations between pages with and without analytics services into full page loads, once a service may run in
 * this document. Otherwise its scripts would stay loaded and could read the next page
 * (docs/behaviour/tracking.md#pages-without-services).
 */
export const separateDocuments: MiddlewareFunction = ({ request, context }) => {
  const { stores, initialState } = context.get(shopContext);
  const { pathname, search } = new URL(request.url);
  const isSameKind = allowsTags(window.location.pathname) === allowsTags(pathname);
  const mayRun = mayRunServices(initialState.analytics, stores.consent.snapshot.hasAllowedAnalytics);
  if (isSameKind || !mayRun) return;
  throw redirectDocument(`${pathname}${search}`);
};
