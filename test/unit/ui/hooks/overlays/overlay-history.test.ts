import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { runs } from '#test/run-length.ts';
import { createOverlayHistory } from '#ui/hooks/overlays/overlay-history.ts';

interface Entry {
  readonly url: string;
  readonly state: unknown;
}

/** Simulates a tab with a router and overlays. `rest` runs traversals and timers, as a browser does after a script. */
function openTab() {
  let entries: Entry[] = [{ url: '/0', state: null }];
  let at = 0;
  let waiting: (() => void)[] = [];
  let listen: (event: Event) => void = () => {};
  let open: { isOpen: boolean; leave: () => void }[] = [];
  /** URL that the router shows. */
  let shown = '/0';
  /** How often the router has shown a page since the start. */
  let routed = 1;

  const page = {
    location: {
      get href() {
        return entries[at]?.url ?? '';
      },
    } as Location,
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState: (state: unknown) => put(entries[at]?.url ?? '', state),
      replaceState: (state: unknown) => void entries.splice(at, 1, { url: entries[at]?.url ?? '', state }),
      go: (steps: number) => {
        expect(steps, '0 would load the page again').not.toBe(0);
        waiting.push(() => move(steps));
      },
    } as unknown as History,
    addEventListener: (_type: string, listener: (event: Event) => void) => {
      listen = listener;
    },
    setTimeout: ((run: () => void) => waiting.push(run)) as unknown as typeof setTimeout,
  };

  function put(url: string, state: unknown): void {
    entries = [...entries.slice(0, at + 1), { url, state }];
    at += 1;
  }

  function rest(): void {
    for (let steps = 0, next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      steps += 1;
      expect(steps, 'the tab becomes idle').toBeLessThan(100);
      next();
    }
  }

  function move(steps: number): void {
    if (entries[at + steps] === undefined) return;
    at += steps;
    let isStopped = false;
    listen({ stopImmediatePropagation: () => (isStopped = true) } as unknown as Event);
    if (!isStopped) show('POP', true);
  }

  /** Lets the router show the entry. Menus and dialogs close with their page, a filter sheet may stay open. */
  function show(type: 'POP' | 'PUSH' | 'REPLACE', closes: boolean): void {
    routed += 1;
    shown = entries[at]?.url ?? '';
    if (closes) closeAll();
    overlays.handleNavigation(type);
  }

  function closeAll(): void {
    for (const overlay of open.splice(0)) overlay.leave();
  }

  let overlays = createOverlayHistory(page);
  overlays.handleNavigation('POP');
  rest();
  return {
    shown: () => shown,
    openCount: () => open.length,
    routed: () => routed,
    /** Returns the page before or after the shown one: the nearest entry with another URL. */
    next(direction: -1 | 1): string | undefined {
      const side = direction === 1 ? entries.slice(at + 1) : entries.slice(0, at).toReversed();
      return side.find(({ url }) => url !== shown)?.url;
    },
    addresses: () =>
      entries.slice(0, at + 1).flatMap(({ url }, index) => (url === entries[index - 1]?.url ? [] : [url])),
    entryCount: () => entries.length,
    open(): void {
      const overlay = { isOpen: true, leave: () => {} };
      overlay.leave = overlays.open(() => {
        open = open.filter((other) => other !== overlay);
        overlay.leave();
      });
      open.push(overlay);
      rest();
    },
    close(): void {
      open.pop()?.leave();
      rest();
    },
    /** Starts a navigation: the URL changes, the page is not shown yet. */
    startNavigation(url: string): void {
      put(url, { key: url });
    },
    /** Shows the page of the started navigation. */
    endNavigation(): void {
      show('PUSH', false);
      rest();
    },
    follow(url: string, closes: boolean): void {
      put(url, { key: url });
      show('PUSH', closes);
      rest();
    },
    /** Replaces the URL, as filters do. Open overlays stay open. */
    replace(url: string): void {
      entries.splice(at, 1, { url, state: { key: url } });
      show('REPLACE', false);
      rest();
    },
    press(steps: number): void {
      move(steps);
      rest();
    },
    reload(): void {
      open = [];
      waiting = [];
      overlays = createOverlayHistory(page);
      show('POP', true);
      rest();
    },
  };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant('open' as const) },
  { weight: 3, arbitrary: fc.constantFrom('close' as const, 'reload' as const) },
  { weight: 3, arbitrary: fc.constantFrom('follow' as const, 'follow with the sheet open' as const) },
  { weight: 3, arbitrary: fc.constantFrom('filter' as const, 'no filter' as const) },
  { weight: 6, arbitrary: fc.constantFrom('back' as const, 'back' as const, 'forward' as const) },
);

test.prop([fc.array(step, { maxLength: 40 })], { numRuns: runs(500) })(
  'each press of Back closes one overlay, or else leaves the page; each press of Forward reaches the next page',
  (steps) => {
    const tab = openTab();
    let pages = ['/0'];
    let count = 0;
    for (const [index, name] of steps.entries()) {
      const before = { page: tab.shown(), open: tab.openCount() };
      if (name === 'open') tab.open();
      else if (name === 'close') tab.close();
      else if (name === 'reload') tab.reload();
      else if (name === 'back' || name === 'forward') {
        const direction = name === 'back' ? -1 : 1;
        const next = tab.next(direction);
        tab.press(direction);
        const isClosing = name === 'back' && before.open > 0;
        if (isClosing) {
          expect({ page: tab.shown(), open: tab.openCount() }).toEqual({ ...before, open: before.open - 1 });
        } else {
          expect(tab.shown(), `${name} from ${before.page}`).toBe(next ?? before.page);
          if (next !== undefined && name === 'back') pages = pages.slice(0, -1);
          if (next !== undefined && name === 'forward') pages = [...pages, next];
        }
      } else if (name === 'filter' || name === 'no filter') {
        const [path = ''] = before.page.split('?');
        const address = name === 'filter' ? `${path}?filter` : path;
        tab.replace(address);
        // The entry of an overlay keeps the URL at which it was opened.
        pages = tab.addresses();
        expect({ page: tab.shown(), open: tab.openCount() }).toEqual({ page: address, open: before.open });
      } else {
        count += 1;
        tab.follow(`/${count}`, name === 'follow');
        pages = [...pages, `/${count}`];
      }
      expect(tab.addresses(), `after step ${index}, ${name}`).toEqual(pages);
    }
  },
);

test('going back past several overlays closes these, and no more', () => {
  const tab = openTab();
  tab.open();
  tab.open();
  tab.open();
  tab.press(-2);
  expect([tab.shown(), tab.openCount()]).toEqual(['/0', 1]);
  tab.press(-1);
  expect([tab.shown(), tab.openCount()]).toEqual(['/0', 0]);
});

test('Back during a navigation is left to the router', () => {
  const tab = openTab();
  tab.startNavigation('/1');
  tab.press(-1);
  expect(tab.routed()).toBe(2);
  tab.open();
  tab.press(-1);
  expect([tab.shown(), tab.openCount(), tab.routed()]).toEqual(['/0', 0, 2]);
});

test('an overlay that opens during a navigation needs one press of Back, and the page another', () => {
  const tab = openTab();
  tab.startNavigation('/1');
  tab.open();
  tab.endNavigation();
  tab.press(-1);
  expect([tab.shown(), tab.openCount()]).toEqual(['/1', 0]);
  tab.press(-1);
  expect(tab.shown()).toBe('/0');
});

test('after a reload, Back returns to the first entry of the page and the next overlay needs one', () => {
  const tab = openTab();
  tab.open();
  tab.reload();
  tab.press(-1);
  tab.open();
  expect(tab.entryCount()).toBe(2);
});

test('overlays that are opened and closed again and again share one entry', () => {
  const tab = openTab();
  for (let round = 0; round < 5; round += 1) {
    tab.open();
    tab.close();
  }
  expect(tab.entryCount()).toBe(2);
});

test('filters that are set and removed leave Forward as it was', () => {
  const tab = openTab();
  tab.open();
  tab.close();
  tab.follow('/1', true);
  tab.press(-2);
  tab.replace('/0?filter');
  tab.replace('/0');
  tab.press(1);
  expect(tab.shown()).toBe('/1');
});
