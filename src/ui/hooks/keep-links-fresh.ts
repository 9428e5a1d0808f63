import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** Reload interval in milliseconds: links to documents are valid for 15 minutes. */
const freshFor = 10 * 60_000;

/** Milliseconds between two looks whether the page has to be reloaded. */
const interval = 60_000;

interface Page {
  /** A small call, which shows whether the shop can be reached. */
  readonly ask: () => Promise<Result<unknown, CallFailure>>;
  /** Loads the page anew. */
  readonly reload: () => Promise<void>;
}

/** Loads a page anew before its links expire, while somebody sees it, until what it returns is called. */
export function keepLinksFresh({ ask, reload }: Page): () => void {
  let loadedAt = performance.now();
  let isLooking = false;
  let isLeft = false;

  async function refresh(): Promise<void> {
    // A reload that fails replaces the page that is being read by an error: a small call has to succeed first.
    const asked = await ask();
    // A shop without facts answers NOT_FOUND, which is an answer, too.
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
