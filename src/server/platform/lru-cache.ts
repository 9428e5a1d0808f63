/** Creates an LRU cache whose values have a limited total size. */
export function createLruCache<Value>(limit: number, sizeOf: (key: string, value: Value) => number) {
  /** Least recently used first. */
  const kept = new Map<string, Value>();
  let size = 0;

  function forget(key: string): void {
    const found = kept.get(key);
    if (found !== undefined) size -= sizeOf(key, found);
    kept.delete(key);
  }

  return {
    peek: (key: string) => kept.get(key),
    use(key: string): Value | undefined {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    set(key: string, value: Value): void {
      forget(key);
      kept.set(key, value);
      size += sizeOf(key, value);
      for (const oldest of kept.keys()) {
        if (size <= limit) break;
        forget(oldest);
      }
    },
  };
}
