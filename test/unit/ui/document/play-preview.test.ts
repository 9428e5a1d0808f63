import { afterEach, expect, test, vi } from 'vitest';
import { settled } from '#test/support/settled.ts';
import { playPreview } from '#ui/document/play-preview.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** As much of an element as a preview uses. */
class PretendedElement extends EventTarget {
  readonly dataset: Record<string, string> = {};
  readonly children: PretendedElement[] = [];
  src = '';
  duration = 3;
  currentTime = 0;
  ended = false;
  isRemoved = false;
  transitions: readonly { readonly finished: Promise<unknown> }[] = [];

  append(child: PretendedElement): void {
    this.children.push(child);
  }
  get lastElementChild(): PretendedElement | undefined {
    return this.children.at(-1);
  }
  replaceChildren(): void {
    this.children.length = 0;
  }
  remove(): void {
    this.isRemoved = true;
  }
  getAnimations() {
    // Nothing fades before it is to be hidden.
    return this.dataset.shown === undefined ? this.transitions : [];
  }
  load(): void {}
  pause(): void {}
}

function begin(film: string): { readonly video: PretendedElement; readonly stop: () => void } {
  const picture = new PretendedElement();
  vi.stubGlobal('document', { createElement: () => new PretendedElement() });
  const stop = playPreview(picture as unknown as Element, film);
  const [video] = picture.children;
  if (video === undefined) throw new Error('No film was put over the picture');
  return { video, stop };
}

const play = (film: string) => begin(film).video;

test('whole files are asked for in both formats, a preview as the one file that it is', () => {
  const sources = (film: string) => play(film).children.map(({ src }) => src);
  expect(sources('/media/trailer-piano')).toEqual(['/media/trailer-piano.webm', '/media/trailer-piano.mp4']);
  const preview = '/media/films/trailer-piano/preview.mp4';
  expect(sources(preview)).toEqual([preview]);
});

test('a file that ends a moment before its three seconds ends its preview', () => {
  const video = play('/media/films/trailer-piano/preview.mp4');
  video.dispatchEvent(new Event('loadedmetadata'));
  video.dispatchEvent(new Event('playing'));
  video.currentTime = 2.98;
  video.dispatchEvent(new Event('timeupdate'));
  expect(video.dataset.shown).toBe('');
  video.ended = true;
  video.dispatchEvent(new Event('timeupdate'));
  expect(video.dataset.shown).toBeUndefined();
});

test('a stopped preview goes once it has faded out, and at once where nothing fades', async () => {
  const nothing = begin('/media/trailer-piano');
  nothing.video.dispatchEvent(new Event('playing'));
  nothing.stop();
  await settled();
  expect(nothing.video.isRemoved).toBe(true);

  for (const end of ['resolve', 'reject'] as const) {
    const { video, stop } = begin('/media/trailer-piano');
    const fade = Promise.withResolvers<void>();
    video.transitions = [{ finished: fade.promise }];
    video.dispatchEvent(new Event('playing'));
    stop();
    await settled();
    expect([video.dataset.shown, video.isRemoved]).toEqual([undefined, false]);
    fade[end]();
    await settled();
    expect(video.isRemoved, end).toBe(true);
  }
});
