import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { settled } from '#test/support/settled.ts';

let page: EventTarget;

/** Opens a document that is scrolled by so many pixels when its scripts run. */
async function openPage(scrollY: number) {
  vi.stubGlobal('scrollY', scrollY);
  const { firstInteraction } = await import('#ui/hooks/first-interaction.ts');
  let isUsed = false;
  void firstInteraction().then(() => {
    isUsed = true;
  });
  return { isUsed: () => isUsed };
}

beforeEach(() => {
  page = new EventTarget();
  vi.resetModules();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each(['scroll', 'pointermove', 'keydown'])('a page is in use after its first %s', async (sign) => {
  const { isUsed } = await openPage(0);
  await settled();
  expect(isUsed()).toBe(false);
  page.dispatchEvent(new Event(sign));
  await settled();
  expect(isUsed()).toBe(true);
});

test('a page that was scrolled before its scripts ran is in use', async () => {
  const { isUsed } = await openPage(1);
  await settled();
  expect(isUsed()).toBe(true);
});
