import type { LoaderFunctionArgs } from 'react-router';
import { redirect } from 'react-router';
import { shopContext } from './contexts.ts';

/**
 * `/` leads to the language of the `locale` cookie, else of `Accept-Language`, else German (decisions §7); the shop of
 * this request has already chosen. The query goes along, because marketing links may lead here.
 */
export function loader({ context, request }: LoaderFunctionArgs): Response {
  const { locale } = context.get(shopContext).stores.locale.snapshot;
  const { search } = new URL(request.url);
  return redirect(`/${locale}${search}`, { headers: { Vary: 'Cookie, Accept-Language' } });
}

export default function RootRedirectRoute() {
  return null;
}
