import { afterEach, expect, test, vi } from 'vitest';
import { settled } from '#test/support/settled.ts';
import { loadPart } from '#ui/components/parts/load-part.ts';

afterEach(() => vi.unstubAllGlobals());

interface Connection {
  readonly onLine: boolean | undefined;
  readonly failures: number;
  /** Undefined in a browser without service workers. */
  readonly serviceWorker?: { readonly controller: object | null } | undefined;
}

/** Simulates a browser with or without a connection and a service worker. The first `failures` loads fail. */
function browserWith({ onLine, failures, serviceWorker }: Connection) {
  const window = new EventTarget();
  vi.stubGlobal('navigator', { onLine, serviceWorker });
  vi.stubGlobal('window', window);
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('part');
  for (let failed = 0; failed < failures; failed += 1)
    load.mockRejectedValueOnce(new Error('Failed to fetch'));
  return {
    load,
    connect() {
      vi.stubGlobal('navigator', { onLine: true });
      window.dispatchEvent(new Event('online'));
    },
    /** Sends the event `online` without a connection. */
    connectInVain: () => window.dispatchEvent(new Event('online')),
  };
}

test.each<[string, Connection['serviceWorker']]>([
  ['no service worker runs', { controller: null }],
  ['there are no service workers', undefined],
])('the code of a part is not requested while offline: %s', async (_, serviceWorker) => {
  const { load, connect, connectInVain } = browserWith({ onLine: false, failures: 0, serviceWorker });
  const part = loadPart(load);
  await settled();
  connectInVain();
  await settled();
  expect(load).not.toHaveBeenCalled();
  connect();
  expect(await part).toBe('part');
  expect(load).toHaveBeenCalledTimes(1);
});

test('offline a part comes from the cache of the service worker, or waits if it is not cached', async () => {
  const serviceWorker = { controller: {} };
  const cached = browserWith({ onLine: false, failures: 0, serviceWorker });
  expect(await loadPart(cached.load)).toBe('part');
  const missing = browserWith({ onLine: false, failures: 1, serviceWorker });
  const part = loadPart(missing.load);
  await settled();
  expect(missing.load).toHaveBeenCalledTimes(1);
  missing.connect();
  expect(await part).toBe('part');
  expect(missing.load).toHaveBeenCalledTimes(2);
});

test('a part whose code cannot be loaded while online fails', async () => {
  const { load } = browserWith({ onLine: true, failures: 1 });
  await expect(loadPart(load)).rejects.toThrow('Failed to fetch');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part is loaded on the server, which has no `navigator.onLine`', async () => {
  const { load } = browserWith({ onLine: undefined, failures: 0 });
  expect(await loadPart(load)).toBe('part');
});
