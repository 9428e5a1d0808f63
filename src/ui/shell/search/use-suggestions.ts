import { useEffect, useState } from 'react';
import type { Route } from '#core/rules/navigation.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

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
