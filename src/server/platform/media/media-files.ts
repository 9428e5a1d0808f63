import { locales } from '#core/model/values.ts';

/** File name endings of one film, with their media types. */
export const mediaTypes = {
  webm: 'video/webm',
  mp4: 'video/mp4',
  svg: 'image/svg+xml',
  'de.vtt': 'text/vtt; charset=utf-8',
  'en.vtt': 'text/vtt; charset=utf-8',
  'de.txt': 'text/plain; charset=utf-8',
  'en.txt': 'text/plain; charset=utf-8',
  'de.pdf': 'application/pdf',
  'en.pdf': 'application/pdf',
} as const;

export type MediaEnding = keyof typeof mediaTypes;

const mediaEndings = Object.keys(mediaTypes) as readonly MediaEnding[];

/** File name endings of a complete film, without material to download. */
export const endingsOfFilm = mediaEndings.filter((ending) => mediaTypes[ending] !== 'application/pdf');

/** Material to download, in every language of the shop. */
export const worksheetEndings = locales.map((locale) => ({ locale, ending: `${locale}.pdf` as const }));

/** Films in the order a browser should try them. */
export const filmEndings = ['webm', 'mp4'] as const;

/** Captions of every language of the shop. */
export const captionEndings = locales.map((locale) => ({ locale, ending: `${locale}.vtt` as const }));

/** Text descriptions of a film, in every language of the shop. */
export const textEndings = locales.map((locale) => ({ locale, ending: `${locale}.txt` as const }));

/** Splits a file name: `one-key.de.vtt` is the German captions of `one-key`. Null for other files. */
export function mediaFileParts(file: string): { readonly name: string; readonly ending: MediaEnding } | null {
  const ending = mediaEndings.find((candidate) => file.endsWith(`.${candidate}`));
  if (ending === undefined) return null;
  const name = file.slice(0, -ending.length - 1);
  return /^[a-z0-9][a-z0-9-]{0,99}$/.test(name) ? { name, ending } : null;
}
