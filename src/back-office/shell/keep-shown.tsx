import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataStrategyFunction, type DataStrategyResult, Outlet, useLocation } from 'react-router';
import { isPassing } from '#back-office/kit/failure-page.tsx';
import styles from '#back-office/kit/notice.module.css';

/** Whether the screen could not be loaded anew and shows what was loaded before. */
let isOld = false;
const listeners = new Set<() => void>();

/** For `useSyncExternalStore`. */
export const oldScreen = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): boolean => isOld,
};

type Match = Parameters<DataStrategyFunction>[0]['matches'][number];

/**
 * Loads as the router would. What is loaded anew and fails for a cause that may pass keeps its last data, so that what
 * is typed on the screen stays; `KeptScreen` tells.
 */
export function keepShown(): DataStrategyFunction {
  /** What each route has loaded last. */
  const last = new Map<string, DataStrategyResult>();
  return async ({ matches, request }) => {
    let isKept = false;
    const load = async (match: Match): Promise<[string, DataStrategyResult]> => {
      const { id } = match.route;
      const loaded = await match.resolve();
      const shown = last.get(id);
      const isToKeep = loaded.type === 'error' && isPassing(loaded.result) && isLoadedAnew(match);
      if (!isToKeep || shown === undefined) return [id, loaded];
      isKept = true;
      return [id, shown];
    };
    const results = await Promise.all(matches.filter((match) => match.shouldCallHandler()).map(load));
    if (request.signal.aborted) return Object.fromEntries(results);
    for (const [id, loaded] of results) last.set(id, loaded);
    isOld = isKept;
    for (const listener of listeners) listener();
    return Object.fromEntries(results);
  };
}

/** Whether a route with data on the screen is loaded again, for the address that is shown. */
function isLoadedAnew({ shouldRevalidateArgs }: Match): boolean {
  if (shouldRevalidateArgs === null) return false;
  const { currentUrl, nextUrl } = shouldRevalidateArgs;
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
}

/**
 * The frame of all screens, which tells when one of them shows old data. Another record begins anew: an open dialog or
 * what was typed would otherwise go on with the order or customer that comes next.
 */
export function KeptScreen() {
  const { t } = useTranslation('backOffice');
  const { pathname } = useLocation();
  const hasOldData = useSyncExternalStore(oldScreen.subscribe, oldScreen.current);
  return (
    <>
      {hasOldData && (
        <p className={styles.notice} role="alert" data-failed>
          {t('failure.network.text')}
        </p>
      )}
      <Outlet key={pathname} />
    </>
  );
}
