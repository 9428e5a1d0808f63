import { afterEach, expect, test, vi } from 'vitest';
import { loadPart } from '#ui/components/parts/load-part.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A shop that answers by turns as `answers` says, and the code of a part whose loads fail so many times. */
function shopThat({
  answers,
  failures,
}: {
  readonly answers: readonly boolean[];
  readonly failures: number;
}) {
  vi.useFakeTimers();
  const turns = answers.values();
  vi.stubGlobal('fetch', async () => {
    if (turns.next().value === true) return new Response(null);
    throw new TypeError('Failed to fetch');
  });
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('part');
  for (let failed = 0; failed < failures; failed += 1)
    load.mockRejectedValueOnce(new Error('Failed to fetch'));
  return load;
}

test('a part waits while the shop does not answer, however long', async () => {
  const load = shopThat({ answers: [false, false], failures: 2 });
  const part = loadPart(load);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await part).toBe('part');
  expect(load).toHaveBeenCalledTimes(3);
});

test('a part that was lost on the way is loaded once more from a shop that answers', async () => {
  const load = shopThat({ answers: [true], failures: 1 });
  expect(await loadPart(load)).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part that does not come twice from a shop that answers fails', async () => {
  const load = shopThat({ answers: [true], failures: 2 });
  await expect(loadPart(load)).rejects.toThrow('Failed to fetch');
  expect(load).toHaveBeenCalledTimes(2);
});
