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

/** As much of an element as is asked of it: the selectors that it matches, what is around it, and what is in it. */
class Place extends EventTarget {
  readonly is: readonly string[];
  readonly parentElement: Place | null;
  readonly children: Place[] = [];
  constructor(is: readonly string[], parent: Place | null = null) {
    super();
    this.is = is;
    this.parentElement = parent;
    parent?.children.push(this);
  }
  matches = (selector: string) => [selector, ...selector.split(', ')].some((one) => this.is.includes(one));
  closest = (selector: string): Place | null =>
    this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null);
  contains = (other: Place | null): boolean =>
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

function cardOn(page?: Place) {
  const card = new Place(['article', 'article:is(:hover, :has(:focus-visible))'], page);
  const picture = Object.assign(new Place(['[data-preview]'], card), { dataset: { preview: 'piano' } });
  return { picture, pressed: new Place(['a'], card), focused: new Place(['a', ':focus-visible'], card) };
}

/** Opens a page where the mouse rests on a card. */
function open({ saveData, media }: { readonly saveData?: boolean; readonly media?: string } = {}) {
  vi.stubGlobal('Element', Place);
  const root = new EventTarget();
  const document = Object.assign(new Place([]), { documentElement: root });
  cardOn(document);
  offerCardPreviews({
    ...{ document, navigator: { connection: { saveData } }, setTimeout, clearTimeout },
    matchMedia: (query: string) => ({ matches: query === media }),
  } as unknown as Window);
  const say = (name: string, more: object) =>
    document.dispatchEvent(Object.defineProperties(new Event(name), Object.getOwnPropertyDescriptors(more)));
  const point = (target: Place, pointerType = 'mouse') => say('pointerover', { pointerType, target });
  return { root, say, point };
}

async function heard(wait: number) {
  await vi.advanceTimersByTimeAsync(wait);
  return played.splice(0);
}

test('a preview plays when a mouse or the keyboard’s focus has rested on a card, and ends with that', async () => {
  const { root, say, point } = open();
  const [{ picture, pressed, focused }, beside] = [cardOn(), new Place(['main'])];
  point(picture);
  expect(await heard(449)).toEqual([]);
  point(pressed);
  expect(await heard(1), 'still on the card').toEqual([preview]);
  point(cardOn().picture);
  expect(await heard(450)).toEqual(['stopped', preview]);
  point(beside);
  expect(await heard(900)).toEqual(['stopped']);
  point(picture);
  root.dispatchEvent(new Event('pointerleave'));
  expect(await heard(900), 'passed over').toEqual([]);
  point(picture, 'touch');
  expect(await heard(900), 'touched').toEqual([]);
  say('focusin', { target: pressed });
  expect(await heard(900), 'pressed').toEqual([]);
  for (const [name, end] of [
    ['focusout', { relatedTarget: beside }],
    ['click', {}],
  ] as const) {
    say('focusin', { target: focused });
    expect(await heard(450)).toEqual([preview]);
    say(name, end);
    expect(await heard(0), name).toEqual(['stopped']);
  }
  say('focusin', { target: cardOn().focused });
  vi.advanceTimersByTime(450);
  say('click', {});
  expect(await heard(0), 'left while its code is loaded').toEqual([]);
});

test('a card under a mouse that has come before the code plays, and none for less motion or data', async () => {
  open();
  expect(await heard(900)).toEqual([]);
  open({ media: '(hover: hover)' });
  expect(await heard(450)).toEqual([preview]);
  for (const wanted of [{ saveData: true }, { media: '(prefers-reduced-motion: reduce)' }]) {
    open(wanted).point(cardOn().picture);
    open(wanted).say('focusin', { target: cardOn().focused });
    expect(await heard(900)).toEqual([]);
  }
});

test('the help button floats after a rest where it covers nothing that can be pressed', async () => {
  const state = new Set<string>();
  const [text, button, field] = [new Place(['p']), new Place(['button']), new Place(['textarea'])];
  const usual = { top: 801, activeElement: text, covered: text, right: 46, bottom: 46 };
  let now = usual;
  const home = Object.assign(new Place([]), { getBoundingClientRect: () => now });
  const own = new Place(['a', '[data-floats]'], home);
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
    expect(await isFloating({ covered: Object.assign(new Place(['h1']), { position }) })).toBe(false);
  expect(await isFloating({ top: 800 }), 'beside its place in the footer').toBe(false);
  expect(await isFloating({ activeElement: field }), 'while something is typed').toBe(false);
  expect(await isFloating({ activeElement: button })).toBe(true);
});
