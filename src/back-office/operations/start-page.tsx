import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, Outlet, useLoaderData, useRevalidator } from 'react-router';
import type { EndpointValue } from '#api/endpoint.ts';
import { startPageEndpoints } from '#api/operations/start-page-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { recordLoader, unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import styles from '#back-office/kit/figures/figures.module.css';
import { readRange } from '#back-office/kit/figures/range.ts';
import { PageHead } from '#back-office/kit/page-head.tsx';
import type { SignedInOperator } from '#core/model/operator.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { AttentionLists } from './attention-lists.tsx';
import { FiguresView } from './figures-view.tsx';

type Attention = EndpointValue<typeof startPageEndpoints.listAttention>;
type Figures = EndpointValue<typeof startPageEndpoints.getFigures>;

/** Loads the open tasks. */
export const attentionLoader = recordLoader(startPageEndpoints.listAttention);

/**
 * Creates the loader of the figures for the range in the URL; null for roles that may not see them. `session` returns
 * the logged-in operator, or the failure.
 */
export function figuresLoader(
  session: () => Promise<Result<Pick<SignedInOperator, 'permissions'>, CallFailure>>,
) {
  return async ({ request: { url, signal } }: LoaderFunctionArgs): Promise<Figures | null> => {
    const { permissions } = unwrapOrThrow(await session());
    if (!permissions.includes('figures.read')) return null;
    const query = readRange(new URL(url).searchParams, Date.now());
    const figures = await call(startPageEndpoints.getFigures, { query }, { signal });
    // The role was changed after the session was loaded.
    if (!figures.ok && figures.error.code === 'FORBIDDEN') return null;
    return unwrapOrThrow(figures);
  };
}

/** First screen after login: open tasks and figures. */
export function StartPage() {
  const { t } = useTranslation('backOffice');
  const attention = useLoaderData<Attention>();
  return (
    <>
      <PageHead title={t('places.start')} />
      <AttentionLists attention={attention} />
      <Outlet />
    </>
  );
}

/** The figures, for roles that may see them. */
export function StartFigures() {
  const figures = useLoaderData<Figures | null>();
  return figures !== null && <FiguresView figures={figures} />;
}

/** Error message for the figures, with a retry button. */
export function FailedFigures() {
  const { t } = useTranslation('backOffice');
  const { revalidate, state } = useRevalidator();
  return (
    <section className={styles.part} aria-labelledby="figures">
      <h2 id="figures" className={styles.title}>
        {t('figures.title')}
      </h2>
      <p role="alert">{t('figures.failed')}</p>
      <p>
        <Button kind="outline" isLoading={state === 'loading'} onClick={() => void revalidate()}>
          {t('failure.again')}
        </Button>
      </p>
    </section>
  );
}
