import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { redirect, useSearchParams } from 'react-router';
import { PageMeta } from '#ui/page-meta.tsx';
import { Door } from '#ui/screens/login/door.tsx';
import { CompletionForm } from './completion-form.tsx';
import { RequestForm } from './request-form.tsx';
import { ResetForm } from './reset-form.tsx';

/** A form sent before its script was there changes nothing: the page is shown again. */
export function action({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname}${search}`, 303);
}

/**
 * Passwords by mail: without `token` it asks where to send a link; with one it sets a password; with `konto=neu` besides,
 * as in the mail after a guest's purchase, it completes the account.
 */
export default function PasswordRoute() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const step = token === '' ? 'request' : query.get('konto') === 'neu' ? 'complete' : 'reset';

  return (
    <Door
      title={t(`password.${step}.title`)}
      lead={t(`password.${step}.lead`)}
      picture="johannes-gutenberg"
      pictureNote={t('picture', { name: 'Johannes Gutenberg' })}
    >
      <PageMeta
        title={t(`password.${step}.meta`)}
        description={t(`password.${step}.description`)}
        robots="noindex"
      />
      {step === 'request' && <RequestForm />}
      {step === 'reset' && <ResetForm token={token} />}
      {step === 'complete' && <CompletionForm token={token} />}
    </Door>
  );
}
