import { useEffect, useState } from 'react';
import type { SearchHit } from '#core/model/product.ts';
import { searchWords } from '#core/rules/catalogue.ts';
import type { Route } from '#core/rules/navigation.ts';
import type { CallFailure } from '#core/rules/result.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/** How long typing has to rest before the host is asked, in milliseconds. */
const restBeforeSearch = 180;

/** What a search has come to. While it runs, `hits` are those of the words before. */
export interface SearchProgress {
  /** Nothing is looked for; it is looked for; it was found, or not; it could not be looked for. */
  readonly status: 'idle' | 'searching' | 'found' | 'failed';
  /** What is looked for; empty when idle. */
  readonly words: string;
  readonly hits: readonly SearchHit[];
  readonly failure: CallFailure | null;
  readonly retry: () => void;
}

interface Answered {
  readonly words: string;
  readonly hits: readonly SearchHit[];
  readonly failure: CallFailure | null;
}

/** Looks for what is being typed, once it rests. Answers to older words, and those that come late, are dropped. */
export function useSearch(typed: string): SearchProgress {
  const { queries } = useShop();
  const words = searchWords(typed);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (words === '') return;
    let isOverdue = false;
    const timer = setTimeout(async () => {
      const answer = await queries.searchAll(words);
      if (isOverdue) return;
      setAnswered(
        answer.ok ? { words, hits: answer.value, failure: null } : { words, hits: [], failure: answer.error },
      );
    }, restBeforeSearch);
    return () => {
      isOverdue = true;
      clearTimeout(timer);
    };
  }, [queries, words, attempt]);

  const isAnswered = answered?.words === words;
  return {
    status: statusOf(words, isAnswered ? answered : null),
    words,
    hits: words === '' ? [] : (answered?.hits ?? []),
    failure: isAnswered ? answered.failure : null,
    retry() {
      setAnswered(null);
      setAttempt(attempt + 1);
    },
  };
}

function statusOf(words: string, answered: Answered | null): SearchProgress['status'] {
  if (words === '') return 'idle';
  if (answered === null) return 'searching';
  return answered.failure === null ? 'found' : 'failed';
}

/** A way on for who does not know yet what to look for. */
export interface Suggestion {
  readonly title: string;
  readonly to: Route;
  /** How many courses are there. */
  readonly count: number;
}

/** The disciplines of the courses, read when the search is first opened; none when they cannot be read. */
export function useSuggestions(isOpen: boolean): readonly Suggestion[] {
  const { queries } = useShop();
  const [suggestions, setSuggestions] = useState<readonly Suggestion[] | null>(null);
  const isWanted = isOpen && suggestions === null;

  useEffect(() => {
    if (!isWanted) return;
    let isOverdue = false;
    void queries.listProducts({ kind: 'course', size: 1 }).then((courses) => {
      if (isOverdue || !courses.ok) return;
      setSuggestions(
        courses.value.groups.map(({ identifier, title, count }) => ({
          title,
          count,
          to: `/kurse?gruppe=${identifier}`,
        })),
      );
    });
    return () => {
      isOverdue = true;
    };
  }, [isWanted, queries]);

  return suggestions ?? [];
}
