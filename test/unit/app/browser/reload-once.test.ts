import { describe, expect, test } from 'vitest';
import { reloadOnMissingCode } from '#app/browser/reload-once.ts';

/** Opens a page of a build, with its history state, which a reload keeps. */
function openPage({ build = 'a1', onLine = true, state = { idx: 3 } as unknown } = {}) {
  const target = new EventTarget();
  const page = {
    __reactRouterManifest: { version: build },
    addEventListener: target.addEventListener.bind(target),
    navigator: { onLine } as Navigator,
    history: {
      state,
      replaceState(next: unknown) {
        page.history.state = next;
      },
    } as unknown as History & { state: unknown },
    reloads: 0,
    location: { reload: () => page.reloads++ } as unknown as Location,
    lose: () => target.dispatchEvent(new Event('vite:preloadError')),
  };
  reloadOnMissingCode(page as unknown as Window);
  return page;
}

describe('a part of the code that cannot be fetched', () => {
  test('reloads the page once, and keeps the history state of the router', () => {
    const page = openPage();
    page.lose();
    page.lose();
    expect(page.reloads).toBe(1);
    expect(page.history.state).toMatchObject({ idx: 3 });
    const reloaded = openPage({ state: page.history.state });
    reloaded.lose();
    expect(reloaded.reloads).toBe(0);
  });

  test('reloads again after the next new version', () => {
    const page = openPage();
    page.lose();
    const later = openPage({ build: 'b2', state: page.history.state });
    later.lose();
    expect(later.reloads).toBe(1);
  });

  test('does not reload without a connection', () => {
    const page = openPage({ onLine: false });
    page.lose();
    expect(page.reloads).toBe(0);
  });
});
