import { data, type LoaderFunctionArgs, Outlet } from 'react-router';
import { isLocale } from '#core/rules/basics/locale.ts';
import { submissionContext } from './contexts.ts';

/** Responds 404 to an unknown locale, and with the status of a rejected form. */
export function loader({ params, context }: LoaderFunctionArgs): null {
  if (!isLocale(params.locale)) throw data(null, { status: 404 });
  const submission = context.get(submissionContext);
  if (submission !== null && 'refused' in submission) throw data(null, { status: submission.refused });
  return null;
}

/** The locale does not change within a document: switching the language loads a new one. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function LocaleRoute() {
  return <Outlet />;
}
