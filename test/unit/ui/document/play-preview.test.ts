import { afterEach, expect, test, vi } from 'vitest';
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

  append(child: PretendedElement): void {
    this.children.push(child);
  }
  get lastElementChild(): PretendedElement | undefined {
    return this.children.at(-1);
  }
  replaceChildren(): void {
    this.children.length = 0;
  }
  remove(): void {}
  load(): void {}
  pause(): void {}
}

function play(film: string): PretendedElement {
  const picture = new PretendedElement();
  vi.stubGlobal('document', { createElement: () => new PretendedElement() });
  playPreview(picture as unknown as Element, film);
  const [video] = picture.children;
  if (video === undefined) throw new Error('No film was put over the picture');
  return video;
}

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
