import { useEffect, useRef } from 'react';
import { useHref, useLocation, useNavigation, useSearchParams } from 'react-router';
import { changeListQuery, readListQuery } from './list-query.ts';

/** What this page will be searched for, while that is loading; else null. */
export function usePendingSearch(): URLSearchParams | null {
  const { location } = useNavigation();
  // The address of a navigation begins with the path of the back office.
  const here = useHref(useLocation().pathname);
  return location?.pathname === here ? new URLSearchParams(location.search) : null;
}

/** What the address of a list says, and how it is changed. */
export function useListQuery(names: readonly string[]) {
  const [search, setSearch] = useSearchParams();
  const wanted = usePendingSearch() ?? search;
  // A change may be made by a timer, and has to keep a change before it that is still loading.
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  return {
    query: readListQuery(search, names),
    change: (changes: Readonly<Record<string, string>>) =>
      setSearch(changeListQuery(readListQuery(latest.current, names), changes), { replace: true }),
  };
}
