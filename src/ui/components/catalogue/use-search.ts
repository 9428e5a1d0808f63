import { useEffect, useState } from 'react';
import type { SearchHit } from '#core/model/product.ts';
import type { CallFailure } from '#core/rules/basics/result.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { normaliseQuery } from '#core/rules/catalogue/search-hits.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/** Debounce of a search in milliseconds. */
const restBeforeSearch = 180;

/** The state of a search. While it is running, `hits` are those of the previous query. */
export interface SearchProgress {
  /** `idle`: nothing typed; `found`: there are results, possibly none. */
  readonly status: 'idle' | 'searching' | 'found' | 'failed';
  /** The query; empty when idle. */
  readonly query: string;
  readonly hits: readonly SearchHit[];
  /** Suggested query; set when only similar words were found. */
  readonly suggestion: string | null;
  readonly failure: CallFailure | null;
  readonly retry: () => void;
}

interface Completed {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  readonly suggestion: string | null;
  readonly failure: CallFailure | null;
}

/** Searches for the typed text after a debounce. Responses to older queries are ignored. */
export function useSearch(typed: string): SearchProgress {
  const { api } = useShop();
  const query = normaliseQuery(typed);
  const [completed, setCompleted] = useState<Completed | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt searches again
  useEffect(() => {
    if (query === '') return;
    let isOutdated = false;
    const timer = setTimeout(async () => {
      const response = await api.searchAll({ query: { q: query } });
      if (isOutdated) return;
      setCompleted(
        response.ok
          ? { query, hits: response.value.items, suggestion: response.value.suggestion, failure: null }
          : { query, hits: [], suggestion: null, failure: response.error },
      );
    }, restBeforeSearch);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [api, query, attempt]);

  const isCompleted = completed?.query === query;
  return {
    status: statusOf(query, isCompleted ? completed : null),
    query,
    hits: query === '' ? [] : (completed?.hits ?? []),
    suggestion: isCompleted ? completed.suggestion : null,
    failure: isCompleted ? completed.failure : null,
    retry() {
      setCompleted(null);
      setAttempt(attempt + 1);
    },
  };
}

function statusOf(query: string, completed: Completed | null): SearchProgress['status'] {
  if (query === '') return 'idle';
  if (completed === null) return 'searching';
  return completed.failure === null ? 'found' : 'failed';
}

/** A link to a group of disciplines. */
export interface Suggestion {
  readonly title: string;
  readonly to: Route;
  readonly count: number;
}

/** Content shown before anything is typed and when nothing was found. */
export interface Browsing {
  readonly groups: readonly Suggestion[];
  readonly courses: readonly SearchHit[];
}

/** Maximum number of recommended courses shown. */
const recommended = 3;

/** Loads the course groups and recommended courses when the search is first opened. Empty on failure. */
export function useBrowsing(isOpen: boolean): Browsing {
  const { api } = useShop();
  const locale = useLocale();
  const [browsing, setBrowsing] = useState<Browsing | null>(null);
  const isWanted = isOpen && browsing === null;

  useEffect(() => {
    if (!isWanted) return;
    let isOutdated = false;
    void api
      .listProducts({ query: { filter: { kind: 'course' }, page: { size: recommended } } })
      .then((response) => {
        if (isOutdated || !response.ok) return;
        const { groups, items } = response.value;
        setBrowsing({
          groups: groups.map(({ identifier, title, count }) => ({
            title,
            count,
            to: `/kurse?gruppe=${identifier}`,
          })),
          courses: items.map(({ kind, id, slug, title, subtitle, picture }) => ({
            kind,
            id,
            slug,
            title,
            picture,
            teaser: subtitle,
            language: locale,
          })),
        });
      });
    return () => {
      isOutdated = true;
    };
  }, [isWanted, api, locale]);

  return browsing ?? nothing;
}

const nothing: Browsing = { groups: [], courses: [] };
