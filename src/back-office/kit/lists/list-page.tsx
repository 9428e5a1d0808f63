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
  /** Cursor of the next page. Null on the last page. */
  readonly next: string | null;
  /** Totals of all matching rows, including other pages; shown above the rows. */
  readonly summary?: ReactNode;
}

/** Description of a list, rendered by `ListPage`. */
export interface ListDescription<Row> extends ListSearch, ListRows<Row> {
  readonly title: TextKey;
  readonly empty: TextKey;
  /** Shown below `empty`: links to other places with results. */
  readonly elsewhere?: (query: ListQuery) => ReactNode;
  /** Place of the saved views. Undefined if filters cannot be saved. */
  readonly views?: ViewPlace;
  /** Actions beside the title, for the current filters. */
  readonly actions?: (query: Readonly<Record<string, string>>) => ReactNode;
  /** Loads a page of rows. `query` contains the query parameters of the API. */
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

/** Returns the saved views; none if they cannot be loaded. */
async function readViews(place: ViewPlace | undefined, signal: AbortSignal): Promise<readonly SavedView[]> {
  if (place === undefined) return [];
  const query = { 'filter[place]': place };
  const read = await call(savedViewEndpoints.listSavedViews, { query }, { signal });
  return read.ok ? read.value : [];
}

/** Creates the loader of a list; the page to load is in the URL. */
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

/** List screen: search and filters in the URL, rows page by page from the server, cards on phones. */
export function ListPage<Row>({ list }: { readonly list: ListDescription<Row> }) {
  const { t } = useTranslation('backOffice');
  const { items, next, summary, views } = useLoaderData<LoadedList<Row>>();
  const { query, change } = useListQuery(namesOf(list));
  const isLoading = useNavigation().state === 'loading';
  const { after: _, ...filtered } = query;
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set());
  // Rows that are no longer shown are no longer selected.
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
      {/* Always rendered, so that an empty list is announced. */}
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

/** Links to the first and the next page below a list. */
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
