import { type LoaderFunctionArgs, redirect } from 'react-router';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { shopContext } from './contexts.ts';

/** Redirects to the first step of the checkout, which shows the cart or that it is empty. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { locale } = context.get(shopContext).stores.locale.snapshot;
  return redirect(localePath(locale, '/checkout/shop?dialog=address'));
}

export default function CartRedirectRoute() {
  return null;
}
