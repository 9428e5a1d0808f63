import type { Media } from '#core/model/learning.ts';
import type { ProductCard } from '#core/model/product.ts';

/** What a product card says of a trailer. */
export type TrailerFacts = Pick<
  ProductCard,
  'trailer' | 'trailer_text' | 'trailer_has_sound' | 'trailer_is_adaptive'
>;

/** Returns the media of a course's trailer; null without one. */
export function trailerMedia({
  trailer: name,
  trailer_text,
  trailer_has_sound,
  trailer_is_adaptive,
}: TrailerFacts): Media | null {
  if (name === null) return null;
  const address = (ending: string) => `/media/${name}.${ending}`;
  const adaptive = (file: string) => (trailer_is_adaptive ? { url: `/media/films/${name}/${file}` } : null);
  return {
    sources: [
      { type: 'video/webm', address: address('webm') },
      { type: 'video/mp4', address: address('mp4') },
    ],
    hls: adaptive('master.m3u8'),
    storyboard: adaptive('storyboard.vtt'),
    captions: [
      { locale: 'de', address: address('de.vtt') },
      { locale: 'en', address: address('en.vtt') },
    ],
    poster: address('svg'),
    length_seconds: null,
    has_sound: trailer_has_sound,
    description: trailer_text,
  };
}
