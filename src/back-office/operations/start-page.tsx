import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { EndpointValue } from '#api/endpoint.ts';
import { startPageEndpoints } from '#api/operations/start-page-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { readRange } from '#back-office/kit/figures/range.ts';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { AttentionLists } from './attention-lists.tsx';
import { FiguresView } from './figures-view.tsx';

type Attention = EndpointValue<typeof startPageEndpoints.listAttention>;
type Figures = EndpointValue<typeof startPageEndpoints.getFigures>;

interface StartData {
  readonly attention: Attention;
  /** Null for roles that may not see them. */
  readonly figures: Figures | null;
}

/** Figures of the range in the address, where the role may see them. */
export async function startLoader({ request }: LoaderFunctionArgs): Promise<StartData> {
  const { signal } = request;
  const query = readRange(new URL(request.url).searchParams, Date.now());
  const [attention, figures] = await Promise.all([
    call(startPageEndpoints.listAttention, {}, { signal }),
    call(startPageEndpoints.getFigures, { query }, { signal }),
  ]);
  const isHidden = !figures.ok && figures.error.code === 'FORBIDDEN';
  return { attention: unwrapOrThrow(attention), figures: isHidden ? null : unwrapOrThrow(figures) };
}

/** The first screen after logging in: what needs somebody now, and the figures. */
export function StartPage() {
  const { t } = useTranslation('backOffice');
  const { attention, figures } = useLoaderData<StartData>();
  return (
    <>
      <PageHead title={t('places.start')} />
      <AttentionLists attention={attention} />
      {figures !== null && <FiguresView figures={figures} />}
    </>
  );
}
