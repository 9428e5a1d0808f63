import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

/** Reload interval in milliseconds: links to documents are valid for 15 minutes. */
const freshFor = 10 * 60_000;

/** Reloads the page's data before the links to documents expire. */
export function useFreshDocumentLinks(): void {
  const { revalidate } = useRevalidator();
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void revalidate();
  });

  useEffect(() => {
    let loadedAt = performance.now();
    function lookAgain(): void {
      if (performance.now() - loadedAt < freshFor) return;
      loadedAt = performance.now();
      refresh();
    }
    const timer = setInterval(lookAgain, freshFor);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, []);
}
