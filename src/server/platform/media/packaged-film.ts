import { z } from 'zod';

const track = z.object({
  /** `v720` for a picture of 720 lines in H.264, `a720` in AV1, `sound`. */
  name: z.string(),
  /** Bytes at the beginning of the file that describe the track; they are not encrypted. */
  start: z.int(),
  /** In the order of the film, stored one after the other behind `start`. */
  segments: z.array(z.object({ seconds: z.number(), bytes: z.int() })),
  /** Codec string for playlists, for example `avc1.4d401f`. */
  codecs: z.string(),
  /** Bits per second: the highest of any segment, and the average of the track. */
  peak: z.int(),
  average: z.int(),
});

/** A track as it is stored: one file, whose segments are encrypted one by one. */
export type Track = z.output<typeof track>;

const picture = track.extend({ width: z.int(), height: z.int() });

export type Picture = z.output<typeof picture>;

const storyboard = z.object({
  /** Seconds of the film that one small picture stands for. */
  every: z.number(),
  /** Number of small pictures. */
  count: z.int(),
  columns: z.int(),
  rows: z.int(),
  /** Pixels of a small picture. */
  width: z.int(),
  height: z.int(),
});

/** Small pictures of a film on sheets: line by line, the first sheet is number 1. */
export type Storyboard = z.output<typeof storyboard>;

/** Facts about a packaged film, without its key. */
export const filmFacts = z.object({
  seconds: z.number(),
  /** Smallest first. */
  pictures: z.array(picture).min(1),
  /** Null for a silent film. */
  sound: track.nullable(),
  storyboard: storyboard.nullable(),
  has_poster: z.boolean(),
  /** Whether there is a silent preview for cards. Films that were made earlier have none. */
  has_preview: z.boolean().default(false),
});

export type FilmFacts = z.output<typeof filmFacts>;

/** Content of `film.json` in a folder with a film that was made in advance. */
export const folderFacts = z.object({ seconds: z.number(), storyboard: storyboard.nullable() });

export type FolderFacts = z.output<typeof folderFacts>;

/** Name of a file of a packaged film in the storage. */
export const trackFile = (film: string, track: string) => `film-${film}-${track}.m4s`;
export const sheetFile = (film: string, sheet: number) => `film-${film}-sheet-${sheet}.jpg`;
export const posterFile = (film: string) => `film-${film}-poster.jpg`;
export const previewFile = (film: string) => `film-${film}-preview.mp4`;

/** Number of sheets that a storyboard fills. */
export function sheetsOf({ count, columns, rows }: Storyboard): number {
  return Math.ceil(count / (columns * rows));
}

/** All files of a film in the storage. */
export function filesOf(
  id: string,
  { pictures, sound, storyboard, has_poster, has_preview }: FilmFacts,
): readonly string[] {
  return [
    ...[...pictures, ...(sound === null ? [] : [sound])].map(({ name }) => trackFile(id, name)),
    ...Array.from({ length: storyboard === null ? 0 : sheetsOf(storyboard) }, (_, index) =>
      sheetFile(id, index + 1),
    ),
    ...(has_poster ? [posterFile(id)] : []),
    ...(has_preview ? [previewFile(id)] : []),
  ];
}
