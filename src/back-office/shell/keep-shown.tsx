import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DataStrategyFunction,
  type DataStrategyResult,
  Outlet,
  type RouterState,
  useLocation,
} from 'react-router';
import { isPassing } from '#back-office/kit/failure-page.tsx';
import styles from '#back-office/kit/notice.module.css';

/** The key of the location whose screen could not be loaded anew and shows what was loaded before; null: none. */
let keptAt: string | null = null;
const listeners = new Set<() => void>();

/** For `useSyncExternalStore`. */
export const keptLocation = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): string | null => keptAt,
};

/**
 * Loads as the router would. A screen that is loaded anew and fails for a cause that may pass keeps its last data, so
 * that what is typed on it stays; `KeptScreen` tells.
 */
export function keepShown(stateOf: () => Pick<RouterState, 'location' | 'loaderData'>): DataStrategyFunction {
  return async ({ matches, request }) => {
    let kept: string | null = null;
    const load = async (match: (typeof matches)[number]): Promise<[string, DataStrategyResult]> => {
      const { id } = match.route;
      const loaded = await match.resolve();
      if (loaded.type !== 'error' || !isPassing(loaded.result)) return [id, loaded];
      const { location, loaderData } = stateOf();
      const { pathname, search } = new URL(request.url);
      const last = loaderData[id];
      if (last === undefined || pathname !== location.pathname || search !== location.search)
        return [id, loaded];
      kept = location.key;
      return [id, { type: 'data', result: last }];
    };
    const results = await Promise.all(matches.filter(({ shouldLoad }) => shouldLoad).map(load));
    if (request.signal.aborted) return Object.fromEntries(results);
    keptAt = kept;
    for (const listener of listeners) listener();
    return Object.fromEntries(results);
  };
}

/**
 * The frame of all screens, which tells when one of them shows old data. Another record begins anew: an open dialog or
 * what was typed would otherwise go on with the order or customer that comes next.
 */
export function KeptScreen() {
  const { t } = useTranslation('backOffice');
  const { key, pathname } = useLocation();
  const kept = useSyncExternalStore(keptLocation.subscribe, keptLocation.current);
  return (
    <>
      {kept === key && (
        <p className={styles.notice} role="alert" data-failed>
          {t('failure.network.text')}
        </p>
      )}
      <Outlet key={pathname} />
    </>
  );
}
