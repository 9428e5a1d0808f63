/** How long the browser may take to find an idle moment once the document is there, in milliseconds. */
const longestWait = 2_000;

let known: Promise<void> | null = null;

/**
 * Resolves when the document with all its pictures is loaded and the browser has nothing to do; what is only fetched for
 * the next page waits for it. One promise for the whole document, so later pages do not wait.
 */
export function pageAtRest(): Promise<void> {
  known ??= loaded().then(idle);
  return known;
}

function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longestWait });
    else setTimeout(resolve, longestWait / 4);
  });
}
