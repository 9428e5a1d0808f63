import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** Age in milliseconds at which the page is reloaded; links to documents are valid for 15 minutes. */
const freshFor = 10 * 60_000;

/** Milliseconds between two checks of the page's age. */
const interval = 60_000;

interface Page {
  /** Sends a small request to check that the server can be reached. */
  readonly ask: () => Promise<Result<unknown, CallFailure>>;
  /** Reloads the page's data. */
  readonly reload: () => Promise<void>;
}

/** Reloads the page's data before its links expire, while the page is visible. Returns a function that stops this. */
export function keepLinksFresh({ ask, reload }: Page): () => void {
  let loadedAt = performance.now();
  let isLooking = false;
  let isLeft = false;

  async function refresh(): Promise<void> {
    // A failed reload would replace the page by an error, so a small request has to succeed first.
    const asked = await ask();
    // A shop without facts responds NOT_FOUND, which also shows that it can be reached.
    if (isLeft || (!asked.ok && asked.error.code !== 'NOT_FOUND')) return;
    await reload();
    loadedAt = performance.now();
  }

  async function look(): Promise<void> {
    const isFresh = performance.now() - loadedAt < freshFor;
    if (isLooking || isFresh || document.visibilityState !== 'visible') return;
    isLooking = true;
    await refresh();
    isLooking = false;
  }

  const onLook = () => void look();
  const timer = setInterval(onLook, interval);
  document.addEventListener('visibilitychange', onLook);
  return () => {
    isLeft = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onLook);
  };
}
