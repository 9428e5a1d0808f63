import { describe, expect, test } from 'vitest';

import { failing } from '#test/support/failing.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { succeeded } from '#test/support/succeeded.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { openTestBrowser } from '#test/support/test-browser.ts';

const lesson = 'schumann-eine-taste';
const length = 24;

/** Waits until all running responses have arrived. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Opens the player of a learner, and records the saved positions; `server.isAway` makes the API fail. */
async function openPlayer(isLoggedIn = true) {
  const browser: TestBrowser = openTestBrowser();
  const calls: { readonly position: number; readonly isLeaving: boolean | undefined }[] = [];
  const server = { isAway: false };
  const tab = browser.openTab({
    between: (api) => ({
      ...api,
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
  return { calls, server, kept, watching, play, browser, tab };
}

describe('watching a lesson', () => {
  test('is kept when it begins, every ten seconds while it plays, and at a pause', async () => {
    const { calls, watching, play } = await openPlayer();
    play(0, 20.5);
    watching.stopped(20.9, length);
    await settle();
    expect(calls.map(({ position }) => position)).toEqual([0, 10, 20]);
    watching.stopped(22, length);
    await settle();
    expect(calls.at(-1)).toEqual({ position: 22, isLeaving: false });
  });

  test('is kept at leaving, by a call that outlives the page, unless nothing has changed', async () => {
    const { calls, watching, play } = await openPlayer();
    watching.left(5, length);
    expect(calls).toEqual([]);
    play(5, 6);
    watching.left(7, length);
    watching.left(7, length);
    await settle();
    expect(calls).toEqual([
      { position: 5, isLeaving: false },
      { position: 7, isLeaving: true },
    ]);
  });

  test('is finished at its end, and goes on elsewhere from where it stopped', async () => {
    const { watching, tab, browser, play } = await openPlayer();
    play(0, 1);
    watching.stopped(12, length);
    await settle();
    const other = browser.openTab();
    const there = succeeded(await other.shop.api.getLesson({ params: { id: lesson } }));
    expect(there.progress).toMatchObject({ position_seconds: 12, is_finished: false });
    browser.time.advance(1_000);
    watching.stopped(23.5, length);
    await settle();
    expect(succeeded(await tab.shop.api.getLesson({ params: { id: lesson } })).progress).toMatchObject({
      is_finished: true,
    });
  });

  test('says what is stored, or that it could not be kept, and tries again with the next save', async () => {
    const { calls, server, kept, watching, play } = await openPlayer();
    server.isAway = true;
    play(0, 1);
    watching.stopped(8, length);
    await settle();
    expect(kept).toEqual([null, null]);
    server.isAway = false;
    watching.stopped(8, length);
    await settle();
    expect(kept).toEqual([null, null, 8]);
    expect(calls.at(-1)?.position).toBe(8);
  });

  test('by a guest is kept nowhere', async () => {
    const { calls, kept, watching, play } = await openPlayer(false);
    play(0, 15);
    watching.left(15, length);
    await settle();
    expect([calls, kept]).toEqual([[], []]);
  });
});
