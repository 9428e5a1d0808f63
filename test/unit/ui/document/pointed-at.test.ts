import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerCardPreviews } from '#ui/document/card-previews.ts';
import { placeHelpButton } from '#ui/document/help-button-place.ts';

const played: string[] = [];
vi.mock('#ui/document/play-preview.ts', () => ({
  playPreview(_: unknown, film: string) {
    played.push(film);
    return () => played.push('stopped');
  },
}));

/** As much of an element as is asked of it: the card around it, and a part of the selectors that it matches. */
class Place extends EventTarget {
  readonly is: string;
  readonly card: Place | null;
  constructor(is: string, card: Place | null = null) {
    super();
    this.is = is;
    this.card = card;
  }
  closest = () => this.card;
  matches = (selector: string) => selector.includes(this.is);
  querySelector = () => ({ dataset: { preview: 'piano' } });
}

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  played.length = 0;
});

test('a preview plays when a mouse or the keyboard’s focus has rested on a card, and ends with that', async () => {
  const open = (wanted: { readonly saveData?: boolean; readonly media?: string } = {}) => {
    vi.stubGlobal('Element', Place);
    const root = new EventTarget();
    const document = Object.assign(new EventTarget(), { documentElement: root, querySelector: () => null });
    offerCardPreviews({
      ...{ document, navigator: { connection: { saveData: wanted.saveData } } },
      matchMedia: (media: string) => ({ matches: media.includes(wanted.media ?? 'nothing') }),
      ...{ setTimeout, clearTimeout },
    } as unknown as Window);
    return { root, say: (name: string, more: object) => say(document, name, more) };
  };
  const say = (on: EventTarget, name: string, more: object) =>
    on.dispatchEvent(Object.defineProperties(new Event(name), Object.getOwnPropertyDescriptors(more)));
  const on = (pointerType: string, is = ':focus-visible') => ({
    pointerType,
    target: new Place(is, new Place('article')),
  });
  const heard = async (wait: number) => {
    await vi.advanceTimersByTimeAsync(wait);
    return played.splice(0);
  };

  const page = open();
  page.say('pointerover', on('mouse'));
  expect(await heard(449)).toEqual([]);
  expect(await heard(1)).toEqual(['/media/piano']);
  page.say('pointerover', { pointerType: 'mouse', target: new Place('main') });
  expect(await heard(900)).toEqual(['stopped']);
  page.say('pointerover', on('mouse'));
  page.root.dispatchEvent(new Event('pointerleave'));
  page.say('pointerover', on('touch'));
  page.say('focusin', on('', 'pressed'));
  expect(await heard(900), 'passed over, touched, and pressed').toEqual([]);
  page.say('focusin', on(''));
  expect(await heard(450)).toEqual(['/media/piano']);
  page.say('click', {});
  expect(await heard(0)).toEqual(['stopped']);
  for (const wanted of [{ saveData: true }, { media: 'reduced-motion' }]) {
    open(wanted).say('pointerover', on('mouse'));
    expect(await heard(900)).toEqual([]);
  }
});

test('the help button floats after a rest where it covers nothing that can be pressed', async () => {
  const [document, state] = [{ under: [] as object[], top: 900, focus: 'a' }, new Set<string>()];
  const { under } = document;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  );
  const page = Object.assign(new EventTarget(), {
    ...{ innerWidth: 390, innerHeight: 800, setTimeout, clearTimeout },
    getComputedStyle: ({ position = 'static' }: { readonly position?: string }) => ({ position }),
    document: {
      documentElement: {
        removeAttribute: (name: string) => state.delete(name),
        toggleAttribute: (name: string, isSet: boolean) => (isSet ? state.add(name) : state.delete(name)),
      },
      querySelector: () => ({
        parentElement: { contains: () => false, getBoundingClientRect: () => ({ top: document.top }) },
      }),
      get activeElement() {
        return { matches: (selector: string) => selector.includes(document.focus) };
      },
      elementsFromPoint: () => under,
    },
  });
  placeHelpButton(page as unknown as Window);
  const isFloating = async (wait = 150) => {
    page.dispatchEvent(new Event('scroll'));
    await vi.advanceTimersByTimeAsync(wait);
    return state.has('data-help-floats');
  };
  document.focus = 'nothing';
  expect([await isFloating(149), await isFloating()]).toEqual([false, true]);
  for (const covered of [new Place('button'), Object.assign(new Place('h1'), { position: 'sticky' })]) {
    under.push(covered);
    expect(await isFloating()).toBe(false);
    under.pop();
  }
  document.top = 700;
  expect(await isFloating(), 'beside its place in the footer').toBe(false);
  Object.assign(document, { top: 900, focus: 'textarea' });
  expect(await isFloating(), 'while something is typed').toBe(false);
});
