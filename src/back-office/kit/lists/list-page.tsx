import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, useNavigation } from 'react-router';
import { savedViewEndpoints } from '#api/operations/saved-view-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import type { TextKey } from '#back-office/kit/operator-texts.ts';
import { PageHead } from '#back-office/kit/page-head.tsx';
import type { SavedView, ViewPlace } from '#core/model/saved-view.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { ListFilters, type ListSearch } from './list-filters.tsx';
import styles from './list-page.module.css';
import { changeListQuery, type ListQuery, readListQuery, toCallQuery } from './list-query.ts';
import { type ListRows, RowTable } from './list-rows.tsx';
import { SavedViews } from './saved-views.tsx';
import { useListQuery } from './use-list-query.ts';

interface FoundRows<Row> {
  readonly items: readonly Row[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
  /** What all rows that the filters find come to, also those of other pages; shown above them. */
  readonly summary?: ReactNode;
}

/** All that a list is: described once, shown by `ListPage`. */
export interface ListDescription<Row> extends ListSearch, ListRows<Row> {
  readonly title: TextKey;
  readonly empty: TextKey;
  /** Below `empty`: where what was asked for may be found instead. */
  readonly elsewhere?: (query: ListQuery) => ReactNode;
  /** Where filters can be saved under a name; absent: they cannot. */
  readonly views?: ViewPlace;
  /** Beside the title, for what is shown. */
  readonly actions?: (query: Readonly<Record<string, string>>) => ReactNode;
  /** Asks the server; `query` has the names of the API. */
  readonly find: (
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<Result<FoundRows<Row>, CallFailure>>;
}

function namesOf<Row>({ filters }: ListDescription<Row>): readonly string[] {
  return ['q', ...filters.map(({ name }) => name)];
}

interface LoadedList<Row> extends FoundRows<Row> {
  readonly views: readonly SavedView[];
}

/** A list is shown without its views when they cannot be read. */
async function readViews(place: ViewPlace | undefined, signal: AbortSignal): Promise<readonly SavedView[]> {
  if (place === undefined) return [];
  const query = { 'filter[place]': place };
  const read = await call(savedViewEndpoints.listSavedViews, { query }, { signal });
  return read.ok ? read.value : [];
}

/** The loader of a list's route: the address says which page of it is wanted. */
export function listLoader<Row>(list: ListDescription<Row>) {
  return async ({ request }: { readonly request: Request }): Promise<LoadedList<Row>> => {
    const query = readListQuery(new URL(request.url).searchParams, namesOf(list));
    const [found, views] = await Promise.all([
      list.find(toCallQuery(query), request.signal),
      readViews(list.views, request.signal),
    ]);
    return { ...unwrapOrThrow(found), views };
  };
}

/** A list: search and filters in the address, a page of rows from the server; cards on a phone. */
export function ListPage<Row>({ list }: { readonly list: ListDescription<Row> }) {
  const { t } = useTranslation('backOffice');
  const { items, next, summary, views } = useLoaderData<LoadedList<Row>>();
  const { query, change } = useListQuery(namesOf(list));
  const isLoading = useNavigation().state === 'loading';
  const { after: _, ...filtered } = query;
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set());
  // What is not shown any more is not chosen any more.
  const chosen = items.filter((row) => chosenKeys.has(list.keyOf(row)));

  return (
    <>
      <PageHead title={t(list.title)} actions={list.actions?.(toCallQuery(filtered))} />
      <ListFilters list={list} query={query} onChange={change} />
      {list.views !== undefined && <SavedViews place={list.views} query={query} views={views} />}
      {list.bulk !== undefined && (
        <section className={styles.bulk} aria-label={t('list.chosen')}>
          <p role="status">{chosen.length > 0 && t('list.chosenCount', { count: chosen.length })}</p>
          {list.bulk(chosen)}
        </section>
      )}
      {summary !== undefined && <div className={styles.summary}>{summary}</div>}
      {/* It is always there, so that an empty list is announced. */}
      <div role="status" className={items.length === 0 ? styles.empty : undefined}>
        {items.length === 0 && (
          <>
            <p>{t(list.empty)}</p>
            {list.elsewhere?.(query)}
          </>
        )}
      </div>
      {items.length > 0 && (
        <RowTable
          list={list}
          rows={items}
          isLoading={isLoading}
          chosen={chosen}
          onChoose={(rows) => setChosenKeys(new Set(rows.map(list.keyOf)))}
        />
      )}
      <ListPages query={query} next={next} />
    </>
  );
}

interface ListPagesProps {
  readonly query: ListQuery;
  readonly next: string | null;
}

/** Below a list: the ways to its first and its next page, if there are any. */
export function ListPages({ query, next }: ListPagesProps) {
  const { t } = useTranslation('backOffice');
  const isFirst = query.after === undefined;
  if (next === null && isFirst) return null;
  return (
    <nav className={styles.pages} aria-label={t('list.pages')}>
      {!isFirst && (
        <Link to={{ search: String(changeListQuery(query, { after: '' })) }}>{t('list.first')}</Link>
      )}
      {next !== null && (
        <Link to={{ search: String(changeListQuery(query, { after: next })) }}>{t('list.next')}</Link>
      )}
    </nav>
  );
}
