const origin = 'http://shop.example';

const keyOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), origin).href;

/** Creates the caches of a browser in memory, with the methods that the service worker uses. */
export function createMemoryCaches(): CacheStorage {
  const stored = new Map<string, Map<string, Response>>();
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (request: RequestInfo | URL) => entries.get(keyOf(request))?.clone(),
    async put(request: RequestInfo | URL, response: Response) {
      entries.set(keyOf(request), response.clone());
    },
    delete: async (request: RequestInfo | URL) => entries.delete(keyOf(request)),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
  });
  return {
    async open(name: string) {
      const entries = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, entries);
      return cacheOf(entries) as unknown as Cache;
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  } as unknown as CacheStorage;
}
