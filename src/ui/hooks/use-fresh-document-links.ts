import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { useShop } from './use-shop.ts';

/** Reload interval in milliseconds: links to documents are valid for 15 minutes. */
const freshFor = 10 * 60_000;

/** Milliseconds until a reload that was not possible is tried again. */
const interval = 60_000;

/** Reloads the page's data before the links to documents expire. */
export function useFreshDocumentLinks(): void {
  const { api } = useShop();
  const { revalidate } = useRevalidator();

  /** Whether the page was loaded anew. */
  const refresh = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return false;
    // A reload that fails replaces the page that is being read by an error: a small call has to succeed first.
    const asked = await api.getShopFacts();
    if (!asked.ok && asked.error.code !== 'NOT_FOUND') return false;
    await revalidate();
    return true;
  });

  useEffect(() => {
    let loadedAt = performance.now();
    let isLooking = false;
    async function lookAgain(): Promise<void> {
      if (isLooking || performance.now() - loadedAt < freshFor) return;
      isLooking = true;
      if (await refresh()) loadedAt = performance.now();
      isLooking = false;
    }
    const look = () => void lookAgain();
    const timer = setInterval(look, interval);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
