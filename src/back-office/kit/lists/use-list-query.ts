import { useEffect, useRef } from 'react';
import { useHref, useLocation, useNavigation, useSearchParams } from 'react-router';
import { changeListQuery, readListQuery } from './list-query.ts';

/** Returns the search parameters to which this page is navigating. Null if no such navigation is pending. */
export function usePendingSearch(): URLSearchParams | null {
  const { location } = useNavigation();
  // The URL of a navigation includes the base path of the back office.
  const here = useHref(useLocation().pathname);
  return location?.pathname === here ? new URLSearchParams(location.search) : null;
}

/** Returns the query of a list from the URL, and a function to change it. */
export function useListQuery(names: readonly string[]) {
  const [search, setSearch] = useSearchParams();
  const wanted = usePendingSearch() ?? search;
  // A debounced change must keep an earlier change that is still loading.
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
