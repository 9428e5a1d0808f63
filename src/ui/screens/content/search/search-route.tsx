import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import type { SearchHit } from '#core/model/product.ts';
import { groupHits, normaliseQuery } from '#core/rules/catalogue/search-hits.ts';
import { DidYouMean } from '#ui/components/catalogue/did-you-mean.tsx';
import { NothingFound } from '#ui/components/catalogue/nothing-found.tsx';
import { loadSearchAlternatives } from '#ui/components/catalogue/search-alternatives.ts';
import { SearchHitContent, SearchHitLink } from '#ui/components/catalogue/search-hit.tsx';
import { EmptyState, List, PageHead } from '#ui/components/parts/page-parts.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/search-route.ts';
import styles from './search.module.css';
import { SearchField } from './search-field.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = normaliseQuery(new URL(request.url).searchParams.get('q') ?? '');
  const { api } = context.get(shopContext);
  if (query === '') {
    const alternatives = await loadSearchAlternatives(api);
    return data({ query, hits: [] as readonly SearchHit[], suggestion: null, alternatives });
  }
  const response = await api.searchAll({ query: { q: query } });
  const hits = response.ok ? response.value.items : null;
  const suggestion = response.ok ? response.value.suggestion : null;
  const alternatives = hits?.length === 0 ? await loadSearchAlternatives(api) : null;
  return data({ query, hits, suggestion, alternatives }, { status: hits === null ? 503 : 200 });
}

/** The search results page; works without JavaScript. */
export default function SearchRoute({ loaderData }: Route.ComponentProps) {
  const { query, hits, suggestion, alternatives } = loaderData;
  const { t } = useTranslation('base');
  const title = query === '' ? t('search.title') : t('search.title_for', { q: query });
  return (
    <div className={`${layout.wrap} ${styles.page}`}>
      <PageMeta title={title} description={t('search.description')} robots="noindex" />
      <PageHead title={title}>
        <SearchField query={query} />
      </PageHead>
      <p role="status" className={styles.count}>
        {hits !== null && hits.length > 0 && t('search.found', { count: hits.length })}
      </p>
      {suggestion !== null && (
        <DidYouMean query={query} suggestion={suggestion} to={`/suche?q=${encodeURIComponent(suggestion)}`} />
      )}
      <Results query={query} hits={hits} />
      <NothingFound alternatives={alternatives} />
    </div>
  );
}

interface ResultsProps {
  readonly query: string;
  /** Null if they could not be loaded. */
  readonly hits: readonly SearchHit[] | null;
}

function Results({ query, hits }: ResultsProps) {
  const { t } = useTranslation('base');
  if (hits === null) {
    return (
      <EmptyState
        title={t('search.failed_title')}
        text={t('search.failed_text')}
        link={{ to: `/suche?q=${encodeURIComponent(query)}`, reloadDocument: true, label: t('search.retry') }}
      />
    );
  }
  if (hits.length === 0) {
    return (
      <EmptyState
        title={query === '' ? t('search.idle_title') : t('search.empty_title', { q: query })}
        text={query === '' ? t('search.idle_text') : t('search.empty_text')}
        link={{ to: '/kurse', label: t('search.all_courses') }}
      />
    );
  }
  return groupHits(hits).map(({ group, hits: found }) => (
    <section key={group} className={styles.group} aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`}>{t(`search.group.${group}`)}</h2>
      <List className={styles.hits}>
        {found.map((hit) => (
          <li key={`${hit.kind} ${hit.id}`}>
            <SearchHitLink hit={hit} className={styles.hit}>
              <SearchHitContent hit={hit} />
            </SearchHitLink>
          </li>
        ))}
      </List>
    </section>
  ));
}
