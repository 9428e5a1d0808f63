import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';

export interface Choice {
  readonly id: string;
  readonly title: string;
}

export interface FoundChoices {
  readonly items: readonly Choice[];
  /** Cursor of the next page. Null on the last page. */
  readonly next: string | null;
}

/**
 * Loads a page of the choices that match the typed text. `after` is `next` of the previous page, null for the first.
 */
export type FindChoices = (
  typed: string,
  after: string | null,
  signal: AbortSignal,
) => Promise<Result<FoundChoices, CallFailure>>;

interface Progress extends FoundChoices {
  readonly isAsking: boolean;
  readonly failure: CallFailure | null;
}

const nothing: Progress = { items: [], next: null, isAsking: false, failure: null };

const debounceMs = 250;

/** Searches the server for the typed text, page by page. Sends no request while `typed` is null. */
export function useChoices(find: FindChoices, typed: string | null) {
  const [found, setFound] = useState(nothing);
  const asking = useRef<AbortController>(null);

  const ask = useCallback(
    async (wanted: string, before: Progress) => {
      asking.current?.abort();
      const ending = new AbortController();
      asking.current = ending;
      setFound((last) => ({ ...last, isAsking: true, failure: null }));
      const answer = await find(wanted, before.next, ending.signal);
      if (ending.signal.aborted) return;
      setFound(
        answer.ok
          ? { ...nothing, items: [...before.items, ...answer.value.items], next: answer.value.next }
          : { ...before, isAsking: false, failure: answer.error },
      );
    },
    [find],
  );

  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => void ask(typed, nothing), typed === '' ? 0 : debounceMs);
    return () => {
      clearTimeout(timer);
      asking.current?.abort();
    };
  }, [ask, typed]);

  return {
    ...found,
    /** Loads the next page, unless a page is loading. */
    more(): void {
      if (typed !== null && found.next !== null && !found.isAsking) void ask(typed, found);
    },
  };
}
