import { afterEach, expect, test, vi } from 'vitest';
import { loadPart } from '#ui/components/parts/load-part.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser with or without a connection, whose loads fail this many times. */
function browserWith({ onLine, failures }: { readonly onLine: boolean; readonly failures: number }) {
  const window = new EventTarget();
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('window', window);
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('part');
  for (let failed = 0; failed < failures; failed += 1)
    load.mockRejectedValueOnce(new Error('Failed to fetch'));
  return { load, connect: () => window.dispatchEvent(new Event('online')) };
}

test('a part whose code cannot be loaded without a connection is loaded when it is back, as often as it is lost', async () => {
  const { load, connect } = browserWith({ onLine: false, failures: 2 });
  const part = loadPart(load);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  connect();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  connect();
  expect(await part).toBe('part');
  expect(load).toHaveBeenCalledTimes(3);
});

test('a part whose code cannot be loaded when the connection is back fails', async () => {
  const { load, connect } = browserWith({ onLine: false, failures: 2 });
  const part = loadPart(load);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  vi.stubGlobal('navigator', { onLine: true });
  connect();
  await expect(part).rejects.toThrow('Failed to fetch');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part whose code cannot be loaded with a connection fails', async () => {
  const { load } = browserWith({ onLine: true, failures: 1 });
  await expect(loadPart(load)).rejects.toThrow('Failed to fetch');
  expect(load).toHaveBeenCalledTimes(1);
});
