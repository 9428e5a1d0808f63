import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataStrategyFunction, type DataStrategyResult, Outlet, useLocation } from 'react-router';
import { createExternalValue } from '#back-office/kit/external-value.ts';
import { isTemporaryFailure } from '#back-office/kit/failure-page.tsx';
import styles from '#back-office/kit/notice.module.css';

/** Whether reloading failed and the screen shows old data. */
export const staleData = createExternalValue(false);

type Match = Parameters<DataStrategyFunction>[0]['matches'][number];

/**
 * Creates a data strategy that keeps a route's last data when reloading it fails temporarily, so that typed input is
 * not lost. `ScreenFrame` shows a notice then.
 */
export function keepStaleData(): DataStrategyFunction {
  /** Last result of each route. */
  const last = new Map<string, DataStrategyResult>();
  return async ({ matches, request }) => {
    let isKept = false;
    const load = async (match: Match): Promise<[string, DataStrategyResult]> => {
      const { id } = match.route;
      const loaded = await match.resolve();
      const shown = last.get(id);
      const isToKeep = loaded.type === 'error' && isTemporaryFailure(loaded.result) && isLoadedAnew(match);
      if (!isToKeep || shown === undefined) return [id, loaded];
      isKept = true;
      return [id, shown];
    };
    const results = await Promise.all(matches.filter((match) => match.shouldCallHandler()).map(load));
    if (request.signal.aborted) return Object.fromEntries(results);
    for (const [id, loaded] of results) last.set(id, loaded);
    staleData.set(isKept);
    return Object.fromEntries(results);
  };
}

/** Returns whether a route that already shows data is reloaded for the same URL. */
function isLoadedAnew({ shouldRevalidateArgs }: Match): boolean {
  if (shouldRevalidateArgs === null) return false;
  const { currentUrl, nextUrl } = shouldRevalidateArgs;
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
}

/**
 * Frame of all screens, with a notice about old data. Remounts the screen for each path: otherwise an open dialog or
 * typed input would carry over to the next order or customer.
 */
export function ScreenFrame() {
  const { t } = useTranslation('backOffice');
  const { pathname } = useLocation();
  const hasOldData = useSyncExternalStore(staleData.subscribe, staleData.current);
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
