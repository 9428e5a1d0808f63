/** How long the browser may take to find an idle moment once the document is there, in milliseconds. */
const longestWait = 2_000;

let known: Promise<void> | null = null;

/**
 * Resolves when the document with all its pictures is loaded and the browser has nothing to do; what is only fetched for
 * the next page waits for it. One promise for the whole document, so later pages do not wait.
 */
export function pageIdle(): Promise<void> {
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

/** How long the browser may take to find an idle moment for the next piece of work, in milliseconds. */
const longestTurnWait = 1_000;

const waiting: (() => void)[] = [];
let isRunning = false;

/**
 * Does a piece of work when the page is at rest and its turn has come: one piece in each idle moment, so that many small
 * ones never hold the page together. Answers a function that calls it off.
 */
export function runWhenIdle(work: () => void): () => void {
  waiting.push(work);
  if (!isRunning) {
    isRunning = true;
    void pageIdle().then(nextTurn);
  }
  return () => {
    const place = waiting.indexOf(work);
    if (place !== -1) waiting.splice(place, 1);
  };
}

function nextTurn(): void {
  const work = waiting.shift();
  if (work === undefined) {
    isRunning = false;
    return;
  }
  try {
    work();
  } finally {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(nextTurn, { timeout: longestTurnWait });
    else setTimeout(nextTurn);
  }
}
