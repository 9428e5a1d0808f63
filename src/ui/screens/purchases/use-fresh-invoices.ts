import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

/** Addresses of invoices work for a quarter of an hour; they are fetched anew well before. In milliseconds. */
const freshFor = 10 * 60_000;

/** Keeps a page that stays open, or is come back to, from showing addresses that have run out. */
export function useFreshInvoices(): void {
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
