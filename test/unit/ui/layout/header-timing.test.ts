import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followLayoutPadding, openCheckoutLater } from '#ui/layout/header-timing.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the checkout replaces the page after a second, unless the page was left', () => {
  const opened: string[] = [];
  vi.stubGlobal('window', { location: { replace: (address: string) => opened.push(address) } });
  openCheckoutLater('/de/checkout/shop?dialog=address')();
  openCheckoutLater('/en/checkout/shop?dialog=address');
  vi.advanceTimersByTime(999);
  expect(opened).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(opened).toEqual(['/en/checkout/shop?dialog=address']);
});

test('the padding is the height of bar and header: after layout, after 2200 ms and after a resize', () => {
  const paddings: string[] = [];
  const setProperty = (name: string, value: string) => paddings.push(`${name}: ${value}`);
  const page = new EventTarget();
  const observed: unknown[] = [];
  let reportSize = () => {};
  let isOver = false;
  class Observer {
    constructor(measure: () => void) {
      reportSize = measure;
    }

    observe(part: unknown) {
      observed.push(part);
    }

    disconnect() {
      isOver = true;
    }
  }
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { documentElement: { style: { setProperty } } });
  vi.stubGlobal('ResizeObserver', Observer);
  const bar = { offsetHeight: 44 };
  const parts = [bar, { offsetHeight: 76 }] as unknown as HTMLElement[];

  const end = followLayoutPadding(parts);
  expect({ paddings, observed }).toEqual({ paddings: [], observed: parts });
  reportSize();
  bar.offsetHeight = 60;
  vi.advanceTimersByTime(2_199);
  expect(paddings).toEqual(['--layout-padding: 120px']);
  vi.advanceTimersByTime(1);
  bar.offsetHeight = 0;
  page.dispatchEvent(new Event('resize'));
  expect(paddings.slice(1)).toEqual(['--layout-padding: 136px', '--layout-padding: 76px']);
  end();
  page.dispatchEvent(new Event('resize'));
  followLayoutPadding(parts)();
  vi.advanceTimersByTime(3_000);
  expect([paddings.length, isOver]).toEqual([3, true]);
});
