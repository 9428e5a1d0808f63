import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerCardPreviews } from '#ui/document/card-previews.ts';
import { placeHelpButton } from '#ui/document/help-button-place.ts';

const played: string[] = [];
// Files share modules, but `card-previews.ts` imports this one only when it plays, so that it gets the mock.
vi.mock('#ui/document/play-preview.ts', () => ({
  playPreview({ dataset }: HTMLElement, film: string) {
    played.push(`${film} over ${dataset.preview}`);
    return () => played.push('stopped');
  },
}));

/** A fake element: the selectors that it matches, its parent and its children. */
class FakeNode extends EventTarget {
  readonly is: readonly string[];
  readonly parentElement: FakeNode | null;
  readonly children: FakeNode[] = [];
  constructor(is: readonly string[], parent: FakeNode | null = null) {
    super();
    this.is = is;
    this.parentElement = parent;
    parent?.children.push(this);
  }
  matches = (selector: string) => [selector, ...selector.split(', ')].some((one) => this.is.includes(one));
  closest = (selector: string): FakeNode | null =>
    this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null);
  contains = (other: FakeNode | null): boolean =>
    other === this || (other !== null && this.contains(other.parentElement));
  querySelector = (selector: string) => this.children.find((child) => child.matches(selector)) ?? null;
}

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  played.length = 0;
});

const preview = '/media/piano over piano';

function cardOn(page?: FakeNode) {
  const card = new FakeNode(['article', 'article:is(:hover, :has(:focus-visible))'], page);
  const picture = Object.assign(new FakeNode(['[data-preview]'], card), { dataset: { preview: 'piano' } });
  const [pressed, focused] = [new FakeNode(['a'], card), new FakeNode(['a', ':focus-visible'], card)];
  return { picture, pressed, focused };
}

/** Opens a page where the mouse rests on a card. */
function open({ saveData, media }: { readonly saveData?: boolean; readonly media?: string } = {}) {
  vi.stubGlobal('Element', FakeNode);
  const root = new EventTarget();
  const document = Object.assign(new FakeNode([]), { documentElement: root });
  cardOn(document);
  offerCardPreviews({
    ...{ document, navigator: { connection: { saveData } }, setTimeout, clearTimeout },
    matchMedia: (query: string) => ({ matches: query === media }),
  } as unknown as Window);
  const dispatch = (name: string, more: object) =>
    document.dispatchEvent(Object.defineProperties(new Event(name), Object.getOwnPropertyDescriptors(more)));
  const point = (target: FakeNode, pointerType = 'mouse') => dispatch('pointerover', { pointerType, target });
  return { root, dispatch, point };
}

/** Returns what was played and stopped after a time in milliseconds. */
async function playedAfter(wait: number) {
  await vi.advanceTimersByTimeAsync(wait);
  return played.splice(0);
}

test('a preview plays after 450 ms of hover or keyboard focus on a card, and stops with them', async () => {
  const { root, dispatch, point } = open();
  const [{ picture, pressed, focused }, beside] = [cardOn(), new FakeNode(['main'])];
  point(picture);
  expect(await playedAfter(449)).toEqual([]);
  point(pressed);
  expect(await playedAfter(1), 'still on the card').toEqual([preview]);
  point(cardOn().picture);
  expect(await playedAfter(450)).toEqual(['stopped', preview]);
  point(beside);
  expect(await playedAfter(900)).toEqual(['stopped']);
  point(picture);
  root.dispatchEvent(new Event('pointerleave'));
  expect(await playedAfter(900), 'passed over').toEqual([]);
  point(picture, 'touch');
  expect(await playedAfter(900), 'touched').toEqual([]);
  dispatch('focusin', { target: pressed });
  expect(await playedAfter(900), 'pressed').toEqual([]);
  for (const [name, end] of [
    ['focusout', { relatedTarget: beside }],
    ['click', {}],
  ] as const) {
    dispatch('focusin', { target: focused });
    expect(await playedAfter(450)).toEqual([preview]);
    dispatch(name, end);
    expect(await playedAfter(0), name).toEqual(['stopped']);
  }
  dispatch('focusin', { target: cardOn().focused });
  vi.advanceTimersByTime(450);
  dispatch('click', {});
  expect(await playedAfter(0), 'left while the code was loading').toEqual([]);
});

test('a card that is hovered before the code has loaded plays, but not with reduced motion or data', async () => {
  open();
  expect(await playedAfter(900)).toEqual([]);
  open({ media: '(hover: hover)' });
  expect(await playedAfter(450)).toEqual([preview]);
  for (const wanted of [{ saveData: true }, { media: '(prefers-reduced-motion: reduce)' }]) {
    open(wanted).point(cardOn().picture);
    open(wanted).dispatch('focusin', { target: cardOn().focused });
    expect(await playedAfter(900)).toEqual([]);
  }
});

test('the help button floats once scrolling has stopped, unless it would cover a control', async () => {
  const state = new Set<string>();
  const [text, button, field] = [new FakeNode(['p']), new FakeNode(['button']), new FakeNode(['textarea'])];
  const usual = { top: 801, activeElement: text, covered: text, right: 46, bottom: 46 };
  let now = usual;
  const home = Object.assign(new FakeNode([]), { getBoundingClientRect: () => now });
  const own = new FakeNode(['a', '[data-floats]'], home);
  vi.stubGlobal('ResizeObserver', new Proxy(Object, { construct: () => ({ observe() {} }) }));
  const page = Object.assign(new EventTarget(), {
    ...{ innerWidth: 390, innerHeight: 800, setTimeout, clearTimeout },
    getComputedStyle: ({ position = 'static' }: { readonly position?: string }) => ({ position }),
    document: {
      documentElement: {
        removeAttribute: (name: string) => state.delete(name),
        toggleAttribute: (name: string, isSet: boolean) => (isSet ? state.add(name) : state.delete(name)),
      },
      querySelector: home.querySelector,
      get activeElement() {
        return now.activeElement;
      },
      elementsFromPoint: (x: number, y: number) =>
        x === 390 - now.right && y === 800 - now.bottom ? [own, now.covered] : [own],
    },
  });
  placeHelpButton(page as unknown as Window);
  const isFloating = async (changes: Partial<typeof usual> = {}, wait = 150) => {
    now = { ...usual, ...changes };
    page.dispatchEvent(new Event('scroll'));
    await vi.advanceTimersByTimeAsync(wait);
    return state.has('data-help-floats');
  };
  expect([await isFloating({}, 149), await isFloating()]).toEqual([false, true]);
  const steps = [20, 46, 72];
  for (const place of steps.flatMap((right) => steps.map((bottom) => ({ right, bottom })))) {
    expect(await isFloating({ covered: button, ...place }, 0), JSON.stringify(place)).toBe(false);
    expect(await isFloating({ covered: button, ...place, bottom: 98 }), 'above').toBe(true);
  }
  for (const position of ['sticky', 'fixed'])
    expect(await isFloating({ covered: Object.assign(new FakeNode(['h1']), { position }) })).toBe(false);
  expect(await isFloating({ top: 800 }), 'beside its place in the footer').toBe(false);
  expect(await isFloating({ activeElement: field }), 'while something is typed').toBe(false);
  expect(await isFloating({ activeElement: button })).toBe(true);
});
