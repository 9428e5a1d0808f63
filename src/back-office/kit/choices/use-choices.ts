import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** Something that can be chosen. */
export interface Choice {
  readonly id: string;
  readonly title: string;
}

export interface FoundChoices {
  readonly items: readonly Choice[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** Asks the server for a page of what fits what was typed; `after` is `next` of the page before, null for the first. */
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

/** While somebody types, the search waits this long, in milliseconds. */
const typingPause = 250;

/** What the server finds for what was typed, page by page; asks nothing while `typed` is null. */
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
    const timer = setTimeout(() => void ask(typed, nothing), typed === '' ? 0 : typingPause);
    return () => {
      clearTimeout(timer);
      asking.current?.abort();
    };
  }, [ask, typed]);

  return {
    ...found,
    /** Asks for the next page, once. */
    more(): void {
      if (typed !== null && found.next !== null && !found.isAsking) void ask(typed, found);
    },
  };
}
