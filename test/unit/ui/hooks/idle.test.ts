import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The callbacks that wait for an idle moment; the test runs them one by one. */
const moments: (() => void)[] = [];

/**
 * Waits until pending promises are settled, because the code waits for promises before it runs idle tasks.
 */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function giveMoment(): Promise<void> {
  await settle();
  const moment = moments.shift();
  moment?.();
  await settle();
}

beforeEach(() => {
  moments.length = 0;
  vi.resetModules();
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('window', { requestIdleCallback: true });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => moments.push(work));
});

afterEach(() => vi.unstubAllGlobals());

/** Loads a new queue, and records the names of the tasks that were executed. */
async function openQueue() {
  const { runWhenIdle } = await import('#ui/hooks/idle.ts');
  const done: string[] = [];
  return { done, take: (name: string) => runWhenIdle(() => done.push(name)), runWhenIdle };
}

it('does nothing before the page is at rest', async () => {
  const { done, take } = await openQueue();
  take('first');
  await settle();
  expect(done).toEqual([]);
  await giveMoment();
  expect(done).toEqual(['first']);
});

it('does one piece in each idle moment, in order', async () => {
  const { done, take } = await openQueue();
  for (const name of ['first', 'second', 'third']) take(name);
  await giveMoment();
  expect(done).toEqual(['first']);
  await giveMoment();
  expect(done).toEqual(['first', 'second']);
  await giveMoment();
  expect(done).toEqual(['first', 'second', 'third']);
});

it('leaves out what was called off', async () => {
  const { done, take } = await openQueue();
  const callOff = take('first');
  take('second');
  callOff();
  await giveMoment();
  expect(done).toEqual(['second']);
});

it('begins anew when everything was done', async () => {
  const { done, take } = await openQueue();
  take('first');
  await giveMoment();
  await giveMoment();
  take('second');
  await settle();
  expect(done).toEqual(['first', 'second']);
});

it('goes on after a piece that fails', async () => {
  const { done, take, runWhenIdle } = await openQueue();
  take('first');
  runWhenIdle(() => {
    throw new Error('a piece that fails');
  });
  take('third');
  await giveMoment();
  await expect(giveMoment()).rejects.toThrow('a piece that fails');
  await giveMoment();
  expect(done).toEqual(['first', 'third']);
});
