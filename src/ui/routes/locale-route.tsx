import type { LoaderFunctionArgs } from 'react-router';
import { data, Outlet } from 'react-router';
import { isLocale } from '#core/rules/locale.ts';

/** An unknown locale is a 404. */
export function loader({ params }: LoaderFunctionArgs): null {
  if (!isLocale(params.locale)) throw data(null, { status: 404 });
  return null;
}

/** The locale does not change within a document: switching the language loads a new one. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function LocaleRoute() {
  return <Outlet />;
}
