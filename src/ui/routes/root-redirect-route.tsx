import { type LoaderFunctionArgs, redirect } from 'react-router';
import { shopContext } from './contexts.ts';

/**
 * Redirects `/` to the language that the request's shop has chosen
 * (docs/behaviour/navigation-and-layout.md#root-redirect). The query is kept, because marketing links may lead here.
 */
export function loader({ context, request }: LoaderFunctionArgs): Response {
  const { locale } = context.get(shopContext).stores.locale.snapshot;
  const { search } = new URL(request.url);
  return redirect(`/${locale}${search}`, { headers: { Vary: 'Cookie, Accept-Language' } });
}

export default function RootRedirectRoute() {
  return null;
}
