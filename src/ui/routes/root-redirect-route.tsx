import { type LoaderFunctionArgs, redirect } from 'react-router';
import { shopContext } from './contexts.ts';

/**
 * Redirects `/` to the visitor's language (docs/behaviour/navigation-and-layout.md#root-redirect). Keeps the query,
 * because marketing links may lead here.
 */
export function loader({ context, request }: LoaderFunctionArgs): Response {
  const { locale } = context.get(shopContext).stores.locale.snapshot;
  const { search } = new URL(request.url);
  return redirect(`/${locale}${search}`, { headers: { Vary: 'Cookie, Accept-Language' } });
}

export default function RootRedirectRoute() {
  return null;
}
