import { afterEach, expect, test, vi } from 'vitest';
import { settled } from '#test/support/settled.ts';
import { playPreview } from '#ui/document/play-preview.ts';

afterEach(() => vi.unstubAllGlobals());

/** The part of an element that a preview uses. */
class FakeElement extends EventTarget {
  readonly dataset: Record<string, string> = {};
  readonly children: FakeElement[] = [];
  src = '';
  duration = 3;
  currentTime = 0;
  ended = false;
  isRemoved = false;
  transitions: readonly { readonly finished: Promise<unknown> }[] = [];

  append(child: FakeElement): void {
    this.children.push(child);
  }
  get lastElementChild(): FakeElement | undefined {
    return this.children.at(-1);
  }
  replaceChildren(): void {
    this.children.length = 0;
  }
  remove(): void {
    this.isRemoved = true;
  }
  getAnimations() {
    // The transition starts when the preview is hidden.
    return this.dataset.shown === undefined ? this.transitions : [];
  }
  load(): void {}
  pause(): void {}
}

function begin(film: string): { readonly video: FakeElement; readonly stop: () => void } {
  const picture = new FakeElement();
  vi.stubGlobal('document', { createElement: () => new FakeElement() });
  const stop = playPreview(picture as unknown as Element, film);
  const [video] = picture.children;
  if (video === undefined) throw new Error('The picture has no video');
  return { video, stop };
}

const play = (film: string) => begin(film).video;

test('a trailer has a source for each format, a preview file is the only source', () => {
  const sources = (film: string) => play(film).children.map(({ src }) => src);
  expect(sources('/media/trailer-piano')).toEqual(['/media/trailer-piano.webm', '/media/trailer-piano.mp4']);
  const preview = '/media/films/trailer-piano/preview.mp4';
  expect(sources(preview)).toEqual([preview]);
});

test('a preview ends with its file, even just before three seconds', () => {
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

test('a stopped preview is removed after it has faded out, or at once without a transition', async () => {
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
