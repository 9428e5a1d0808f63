import type { LessonResource } from '#api/learning.ts';
import type { Locale } from '#core/model/values.ts';
import type { MediaEnding } from './media-files.ts';
import { captionEndings, filmEndings, mediaTypes } from './media-files.ts';
import type { MediaLibrary } from './media-library.ts';

type Media = NonNullable<LessonResource['attributes']['media']>;

/** URLs of a film and its files, made by `addressOf`, and its text in one language; null when there is no film. */
export async function describeMedia(
  library: MediaLibrary,
  name: string,
  locale: Locale,
  addressOf: (ending: MediaEnding) => string,
): Promise<Media | null> {
  const endings = await library.endingsOf(name);
  const films = filmEndings.filter((ending) => endings.has(ending));
  if (films.length === 0) return null;
  return {
    sources: films.map((ending) => ({ type: mediaTypes[ending], address: addressOf(ending) })),
    captions: captionEndings
      .filter(({ ending }) => endings.has(ending))
      .map(({ locale, ending }) => ({ locale, address: addressOf(ending) })),
    poster: endings.has('svg') ? addressOf('svg') : null,
    length_seconds: await library.seconds(name),
    description: await library.text(name, `${locale}.txt`),
  };
}
