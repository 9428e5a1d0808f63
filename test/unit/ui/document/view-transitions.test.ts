import { afterEach, beforeEach, expect, test } from 'vitest';
import { settled } from '#test/support/settled.ts';
import { ignoreSkippedTransitions } from '#ui/document/view-transitions.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

test('a skipped transition changes the page and leaves no unhandled rejection', async () => {
  const updates: string[] = [];
  const skipped = Promise.reject<undefined>(new DOMException('Transition was skipped', 'AbortError'));
  const page = {
    startViewTransition(update: () => unknown) {
      update();
      return { ready: skipped };
    },
  };
  ignoreSkippedTransitions(page);
  const transition = page.startViewTransition(() => updates.push('shown'));
  // Unhandled rejections are reported after the promise jobs.
  await settled();
  expect(updates).toEqual(['shown']);
  expect(transition.ready).toBe(skipped);
  expect(unhandled).toEqual([]);
});

test('browsers without view transitions stay as they are', () => {
  const page = {};
  ignoreSkippedTransitions(page);
  expect(page).toEqual({});
});
