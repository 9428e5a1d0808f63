import type { Media } from '#core/model/learning.ts';
import type { ProductCard } from '#core/model/product.ts';

const prefix = 'trailer-';

/** Returns the name of a course's trailer film and its files, which are public while the course is sold. */
export function trailerName(courseSlug: string): string {
  return `${prefix}${courseSlug}`;
}

/** Returns whether a film is a trailer; all other films belong to lessons. */
export function isTrailer(film: string): boolean {
  return film.startsWith(prefix);
}

/** Returns the id of the trailer's course. */
export function courseOfTrailer(trailer: string): string {
  return `course-${trailer.slice(prefix.length)}`;
}

/** The fields of a product card about its trailer. */
export type TrailerFacts = Pick<
  ProductCard,
  | 'trailer'
  | 'trailer_text'
  | 'trailer_has_sound'
  | 'trailer_is_adaptive'
  | 'trailer_has_files'
  | 'trailer_has_preview'
  | 'trailer_captions'
>;

/** Returns the media of a course's trailer; null without one. */
export function trailerMedia({
  trailer: name,
  trailer_text,
  trailer_has_sound,
  trailer_is_adaptive,
  trailer_has_files,
  trailer_captions,
}: TrailerFacts): Media | null {
  if (name === null) return null;
  const address = (ending: string) => `/media/${name}.${ending}`;
  const adaptive = (file: string) => (trailer_is_adaptive ? { url: `/media/films/${name}/${file}` } : null);
  return {
    sources: trailer_has_files
      ? [
          { type: 'video/webm', address: address('webm') },
          { type: 'video/mp4', address: address('mp4') },
        ]
      : [],
    hls: adaptive('master.m3u8'),
    storyboard: adaptive('storyboard.vtt'),
    captions: trailer_captions.map((locale) => ({ locale, address: address(`${locale}.vtt`) })),
    poster: trailer_has_files ? address('svg') : (adaptive('poster.jpg')?.url ?? null),
    length_seconds: null,
    has_sound: trailer_has_sound,
    description: trailer_text,
  };
}
