import { useEffect, useState } from 'react';
import type { SearchHit } from '#core/model/product.ts';
import { normaliseQuery } from '#core/rules/catalogue.ts';
import type { Route } from '#core/rules/navigation.ts';
import type { CallFailure } from '#core/rules/result.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/** Pause in typing before a search starts, in milliseconds. */
const restBeforeSearch = 180;

/** The state of a search. While it runs, `hits` are those of the previous query. */
export interface SearchProgress {
  /** `idle`: nothing typed; `found`: there are results, possibly none. */
  readonly status: 'idle' | 'searching' | 'found' | 'failed';
  /** The query; empty when idle. */
  readonly query: string;
  readonly hits: readonly SearchHit[];
  readonly failure: CallFailure | null;
  readonly retry: () => void;
}

interface Completed {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  readonly failure: CallFailure | null;
}

/** Searches for the typed text after a pause. Responses to older queries are dropped. */
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
          ? { query, hits: response.value, failure: null }
          : { query, hits: [], failure: response.error },
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

/** A link shown while nothing is typed. */
export interface Suggestion {
  readonly title: string;
  readonly to: Route;
  readonly count: number;
}

/** The course groups, loaded when the search is first opened; none when that fails. */
export function useSuggestions(isOpen: boolean): readonly Suggestion[] {
  const { api } = useShop();
  const [suggestions, setSuggestions] = useState<readonly Suggestion[] | null>(null);
  const isWanted = isOpen && suggestions === null;

  useEffect(() => {
    if (!isWanted) return;
    let isOutdated = false;
    void api.listProducts({ query: { 'filter[kind]': 'course', 'page[size]': 1 } }).then((courses) => {
      if (isOutdated || !courses.ok) return;
      setSuggestions(
        courses.value.groups.map(({ identifier, title, count }) => ({
          title,
          count,
          to: `/kurse?gruppe=${identifier}`,
        })),
      );
    });
    return () => {
      isOutdated = true;
    };
  }, [isWanted, api]);

  return suggestions ?? [];
}
