import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse } from 'react-router';
import { Button } from '#ui/components/parts/button.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { usePageAddress } from '#ui/hooks/use-page-address.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './error-page.module.css';

interface ErrorLayoutProps {
  /** Number or word shown in large type behind the title. */
  readonly mark: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

function ErrorLayout({ mark, title, lead, children }: ErrorLayoutProps) {
  return (
    <div className={styles.page}>
      <div className={`${layout.wrap} ${styles.inside}`}>
        <p className={styles.mark} aria-hidden="true">
          {mark}
        </p>
        <h1>{title}</h1>
        <p className={text.lead}>{lead}</p>
        <div className={`${layout.actions} ${styles.actions}`}>{children}</div>
      </div>
    </div>
  );
}

type ErrorKind = 'not_found' | 'gone' | 'refused' | 'offline' | 'fault';

/** Statuses of rejected forms (docs/behaviour/navigation-and-layout.md#forms-without-javascript). */
const refusedForms: readonly number[] = [400, 403, 405, 413, 415];

/** Classifies an error thrown by a loader or component. Without a connection it is no response. */
export function errorKindOf(error: unknown): ErrorKind {
  if (isRouteErrorResponse(error)) {
    if (error.status === 410) return 'gone';
    if (refusedForms.includes(error.status)) return 'refused';
    return error.status === 404 ? 'not_found' : 'fault';
  }
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false;
  return isOffline ? 'offline' : 'fault';
}

/** The page for a missing address, a lost connection or an error. */
export function ErrorPage({ kind }: { readonly kind: ErrorKind }) {
  const { t } = useTranslation('base');
  return (
    <>
      <PageMeta title={t(`${kind}.title`)} description={t(`${kind}.description`)} robots="error" />
      {(kind === 'not_found' || kind === 'gone') && (
        <ErrorLayout
          mark={kind === 'gone' ? '410' : '404'}
          title={t(`${kind}.title`)}
          lead={t(`${kind}.lead`)}
        >
          <LinkButton to="/kurse" size="large">
            {t('not_found.to_courses')}
          </LinkButton>
          <LinkButton to="/" kind="text" size="large">
            {t('not_found.to_home')}
          </LinkButton>
        </ErrorLayout>
      )}
      {kind === 'offline' && <OfflinePage />}
      {kind === 'refused' && (
        <ErrorLayout mark="400" title={t('refused.title')} lead={t('refused.lead')}>
          <RetryButton label={t('refused.back')} />
        </ErrorLayout>
      )}
      {kind === 'fault' && (
        <ErrorLayout mark="500" title={t('fault.title')} lead={t('fault.lead')}>
          <RetryButton label={t('fault.retry')} />
        </ErrorLayout>
      )}
    </>
  );
}

function OfflinePage() {
  const { t } = useTranslation('base');

  useEffect(() => {
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);

  return (
    <ErrorLayout mark="···" title={t('offline.title')} lead={t('offline.lead')}>
      <RetryButton label={t('offline.retry')} />
    </ErrorLayout>
  );
}

/** Reloads the page; works without JavaScript, too. */
function RetryButton({ label }: { readonly label: string }) {
  const { pathname, search } = usePageAddress();
  return (
    <form action={`${pathname}${search}`} method="get" onSubmit={reload}>
      <Button type="submit" size="large">
        {label}
      </Button>
    </form>
  );
}

function reload(event: React.FormEvent): void {
  event.preventDefault();
  window.location.reload();
}
