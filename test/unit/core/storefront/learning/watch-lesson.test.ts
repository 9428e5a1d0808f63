import { describe, expect, test } from 'vitest';
import type { WatchReport } from '#core/model/watching.ts';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { settled } from '#test/support/settled.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { openTestBrowser, type TestBrowser } from '#test/support/test-browser.ts';

const lesson = 'schumann-eine-taste';
const length = 24;

/** Opens the player of a learner, and records the saved positions; `server.isAway` makes the API fail. */
async function openPlayer(isLoggedIn = true) {
  const browser: TestBrowser = openTestBrowser();
  const calls: { readonly position: number; readonly isLeaving: boolean | undefined }[] = [];
  const counted: WatchReport[] = [];
  const server = { isAway: false };
  const tab = browser.openTab({
    between: (api) => ({
      ...api,
      async countWatching(request) {
        counted.push({ ...request.body, tenths: [...request.body.tenths] });
        return api.countWatching(request);
      },
      async saveProgress(request) {
        calls.push({ position: request.body.position_seconds, isLeaving: request.isLeaving });
        return server.isAway ? failing('*')(api).saveProgress(request) : api.saveProgress(request);
      },
    }),
  });
  if (isLoggedIn) succeeded(await tab.shop.actions.logIn(learnerCredentials));
  const kept: (number | null)[] = [];
  const watching = tab.shop.actions.watchLesson(lesson, (stored) =>
    kept.push(stored?.position_seconds ?? null),
  );
  /** Plays from one second to another and advances the fake time by the same duration. */
  function play(from: number, to: number): void {
    for (let position = from; position <= to; position += 0.25) {
      watching.played(position, length);
      browser.time.advance(250);
    }
  }
  return { calls, counted, server, kept, watching, play, browser, tab };
}

test('watching is added to the sums of the lesson for guests and learners: at a pause, at leaving and at a failure', async () => {
  for (const isLoggedIn of [false, true]) {
    const { counted, watching, play, calls, tab } = await openPlayer(isLoggedIn);
    play(0, 20);
    watching.left(20, length);
    watching.left(20, length);
    play(20, 21);
    watching.stopped(21, length);
    await tab.shop.actions.reportFailedFilm(lesson);
    await settled();
    const nothing = { seconds: 0, tenths: [], is_begun: false, is_finished: false, has_failed: false };
    expect(counted).toEqual([
      { ...nothing, seconds: 20, tenths: [0, 1, 2, 3, 4, 5, 6, 7, 8], is_begun: true },
      { ...nothing, seconds: 1 },
      { ...nothing, has_failed: true },
    ]);
    expect(calls.length > 0).toBe(isLoggedIn);
  }
});

test('watching is added to the sums every minute while the film plays', async () => {
  const { counted, watching, browser } = await openPlayer(false);
  for (let position = 0; position <= 130; position += 1) {
    watching.played(position, 600);
    browser.time.advance(1_000);
  }
  await settled();
  expect(counted.map(({ seconds }) => seconds)).toEqual([60, 60]);
});

describe('watching a lesson', () => {
  test('is saved when it begins, every ten seconds while it plays, and at a pause', async () => {
    const { calls, watching, play } = await openPlayer();
    play(0, 20.5);
    watching.stopped(20.9, length);
    await settled();
    expect(calls.map(({ position }) => position)).toEqual([0, 10, 20]);
    watching.stopped(22, length);
    await settled();
    expect(calls.at(-1)).toEqual({ position: 22, isLeaving: false });
  });

  test('is saved at leaving, by a request that outlives the page, unless nothing has changed', async () => {
    const { calls, watching, play } = await openPlayer();
    watching.left(5, length);
    expect(calls).toEqual([]);
    play(5, 6);
    watching.left(7, length);
    watching.left(7, length);
    await settled();
    expect(calls).toEqual([
      { position: 5, isLeaving: false },
      { position: 7, isLeaving: true },
    ]);
  });

  test('is finished at its end, and continues in another tab at the saved position', async () => {
    const { watching, tab, browser, play } = await openPlayer();
    play(0, 1);
    watching.stopped(12, length);
    await settled();
    const other = browser.openTab();
    const there = succeeded(await other.shop.api.getLesson({ params: { id: lesson } }));
    expect(there.progress).toMatchObject({ position_seconds: 12, is_finished: false });
    browser.time.advance(1_000);
    watching.stopped(23.5, length);
    await settled();
    expect(succeeded(await tab.shop.api.getLesson({ params: { id: lesson } })).progress).toMatchObject({
      is_finished: true,
    });
  });

  test('is finished when a seek within the second of the pause reaches the end', async () => {
    const { calls, watching, tab } = await openPlayer();
    watching.stopped(22, length);
    watching.stopped(22, length);
    await settled();
    watching.stopped(22, 22.5);
    await settled();
    expect(calls.map(({ position }) => position)).toEqual([22, 22]);
    expect(succeeded(await tab.shop.api.getLesson({ params: { id: lesson } })).progress).toMatchObject({
      is_finished: true,
    });
  });

  test('reports what is stored, or that saving failed, and tries again with the next save', async () => {
    const { calls, server, kept, watching, play } = await openPlayer();
    server.isAway = true;
    play(0, 1);
    watching.stopped(8, length);
    await settled();
    expect(kept).toEqual([null, null]);
    server.isAway = false;
    watching.stopped(8, length);
    await settled();
    expect(kept).toEqual([null, null, 8]);
    expect(calls.at(-1)?.position).toBe(8);
  });

  test('by a guest is not saved', async () => {
    const { calls, kept, watching, play } = await openPlayer(false);
    play(0, 15);
    watching.left(15, length);
    await settled();
    expect([calls, kept]).toEqual([[], []]);
  });
});
