/** Longest wait for an idle moment after the document has loaded, in milliseconds. */
const longestWait = 2_000;

let known: Promise<void> | null = null;

/**
 * Resolves when the document with its pictures has loaded and the browser is idle. Work that only prepares the next
 * page waits for it. One promise per document, so later pages do not wait again.
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

/** Longest wait for an idle moment for the next task, in milliseconds. */
const longestTurnWait = 1_000;

const waiting: (() => void)[] = [];
let isRunning = false;

/**
 * Runs a task when the page is idle, one task per idle moment, so that many small ones never block the page. Returns a
 * function that cancels it.
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
