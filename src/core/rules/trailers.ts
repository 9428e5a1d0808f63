import type { Media } from '#core/model/learning.ts';
import type { ProductCard } from '#core/model/product.ts';

/** What a product card says of a trailer: the name of its files, what it shows in words, whether it has sound. */
type TrailerFacts = Pick<ProductCard, 'trailer' | 'trailer_text' | 'trailer_has_sound'>;

/** Returns the media of a course's trailer; null without one. */
export function trailerMedia({ trailer: name, trailer_text, trailer_has_sound }: TrailerFacts): Media | null {
  if (name === null) return null;
  const address = (ending: string) => `/media/${name}.${ending}`;
  return {
    sources: [
      { type: 'video/webm', address: address('webm') },
      { type: 'video/mp4', address: address('mp4') },
    ],
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
