interface Wait<Answer> {
  readonly window: Window;
  /** Milliseconds. */
  readonly limit: number;
  /** Aborted when the fields are torn down. */
  readonly signal: AbortSignal;
  /** Begins to listen; calls `answer` at most once that counts, and returns how to stop listening. */
  readonly listen: (answer: (given: Answer) => void) => () => void;
}

/** Waits for an answer that may never come: at most `limit` milliseconds, and never beyond a teardown. */
export function awaitAnswer<Answer>(wait: Wait<Answer>): Promise<Answer | 'TIMED_OUT' | 'TORN_DOWN'> {
  const { window, limit, signal, listen } = wait;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('TORN_DOWN');
    let stop = () => {};
    const end = (given: Answer | 'TIMED_OUT' | 'TORN_DOWN') => {
      window.clearTimeout(timer);
      signal.removeEventListener('abort', tearDown);
      stop();
      resolve(given);
    };
    const tearDown = () => end('TORN_DOWN');
    const timer = window.setTimeout(() => end('TIMED_OUT'), limit);
    signal.addEventListener('abort', tearDown);
    stop = listen(end);
  });
}
