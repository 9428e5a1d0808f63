/**
 * Answers what `work` comes to, or `late` when it fails or takes longer than `limit` milliseconds. The SDK cannot be
 * stopped, so work of several calls looks at `signal` before each that moves money.
 */
export async function withinLimit<Value>(
  limit: number,
  late: Value,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), limit);
  const tooLate = new Promise<Value>((resolve) => {
    ended.signal.addEventListener('abort', () => resolve(late), { once: true });
  });
  try {
    return await Promise.race([work(ended.signal).catch(() => late), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
