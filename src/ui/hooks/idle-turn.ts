import { pageAtRest } from './page-at-rest.ts';

/** How long the browser may take to find an idle moment for the next piece of work, in milliseconds. */
const longestWait = 1_000;

const waiting: (() => void)[] = [];
let isRunning = false;

/**
 * Does a piece of work when the page is at rest and its turn has come: one piece in each idle moment, so that many small
 * ones never hold the page together. Answers a function that calls it off.
 */
export function takeIdleTurn(work: () => void): () => void {
  waiting.push(work);
  if (!isRunning) {
    isRunning = true;
    void pageAtRest().then(nextTurn);
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
    if ('requestIdleCallback' in window) requestIdleCallback(nextTurn, { timeout: longestWait });
    else setTimeout(nextTurn);
  }
}
