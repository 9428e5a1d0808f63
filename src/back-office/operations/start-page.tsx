import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import type { EndpointValue } from '#api/endpoint.ts';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { startPageEndpoints } from '#api/operations/start-page-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import styles from '#back-office/kit/figures/figures.module.css';
import { readRange } from '#back-office/kit/figures/range.ts';
import { PageHead } from '#back-office/kit/page-head.tsx';
import type { SignedInOperator } from '#core/model/operator.ts';
import { ok } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { AttentionLists } from './attention-lists.tsx';
import { FiguresView } from './figures-view.tsx';

type Attention = EndpointValue<typeof startPageEndpoints.listAttention>;
type Figures = EndpointValue<typeof startPageEndpoints.getFigures>;

interface StartData {
  readonly attention: Attention;
  /** Null for roles that may not see them; `failed`: they cannot be read now. */
  readonly figures: Figures | 'failed' | null;
  /** The figures are those of an earlier load, because they cannot be read now. */
  readonly isOld?: true;
}

/**
 * Loads what needs somebody and, where the role may see them, figures of the range in the address; without figures the
 * rest is shown. `known`: who is logged in, where that is loaded already; else it is asked for. `shown`: what this
 * screen shows now; its figures stay where the same ones cannot be read anew.
 */
export function startLoader(known: () => SignedInOperator | undefined, shown: () => StartData | undefined) {
  return async ({ request }: LoaderFunctionArgs): Promise<StartData> => {
    const [attention, figures] = await Promise.all([
      call(startPageEndpoints.listAttention, {}, { signal: request.signal }),
      loadFigures(request, known(), shown()?.figures),
    ]);
    return { attention: unwrapOrThrow(attention), ...figures };
  };
}

async function loadFigures(
  { url, signal }: Request,
  known: SignedInOperator | undefined,
  shown: StartData['figures'] | undefined,
): Promise<Omit<StartData, 'attention'>> {
  const operator =
    known === undefined
      ? await call(operatorSessionEndpoints.getOperatorSession, {}, { signal, asksForSession: false })
      : ok(known);
  if (operator.ok && !operator.value.permissions.includes('figures.read')) return { figures: null };
  const query = readRange(new URL(url).searchParams, Date.now());
  const figures = operator.ok ? await call(startPageEndpoints.getFigures, { query }, { signal }) : operator;
  if (figures.ok) return { figures: figures.value };
  // The role has changed since it was known.
  if (figures.error.code === 'FORBIDDEN') return { figures: null };
  const { from, to, step } = query;
  const isSame = typeof shown === 'object' && shown?.from === from && shown.to === to && shown.step === step;
  return isSame ? { figures: shown, isOld: true } : { figures: 'failed' };
}

/** The first screen after logging in: what needs somebody now, and the figures. */
export function StartPage() {
  const { t } = useTranslation('backOffice');
  const { attention, figures, isOld } = useLoaderData<StartData>();
  return (
    <>
      <PageHead title={t('places.start')} />
      <AttentionLists attention={attention} />
      {figures === 'failed' ? (
        <section className={styles.part} aria-labelledby="figures">
          <h2 id="figures" className={styles.title}>
            {t('figures.title')}
          </h2>
          <FailedFigures />
        </section>
      ) : (
        figures !== null && <FiguresView figures={figures} notice={isOld && <FailedFigures />} />
      )}
    </>
  );
}

/** Says that the figures cannot be read now, and tries it again. */
function FailedFigures() {
  const { t } = useTranslation('backOffice');
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <p role="alert">{t('figures.failed')}</p>
      <p>
        <Button kind="outline" isLoading={state === 'loading'} onClick={() => void revalidate()}>
          {t('failure.again')}
        </Button>
      </p>
    </>
  );
}
