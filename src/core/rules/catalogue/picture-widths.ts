/**
 * Width of a cover in a range of viewport widths, in CSS pixels. `up_to` is null for the widest range, which
 * has no end.
 */
interface CoverWidth {
  readonly up_to: number | null;
  readonly width: number;
}

/** Cover widths by breakpoint, narrowest range first. */
const coverWidths: readonly CoverWidth[] = [
  { up_to: 767, width: 152 },
  { up_to: 1023, width: 217 },
  { up_to: 1365, width: 124 },
  { up_to: null, width: 152 },
];

/**
 * All widths, in image pixels, in which a cover is needed: each width once at 1x and once at 2x, ascending.
 */
export const coverPictureWidths: readonly number[] = [
  ...new Set(coverWidths.flatMap(({ width }) => [width, width * 2])),
].toSorted((one, other) => one - other);

/**
 * One `<source>` of a cover: its media query (empty for the widest range) and its image widths for 1x and 2x.
 */
export interface CoverSource {
  readonly media: string;
  readonly width: number;
  readonly width_2x: number;
}

/** Returns the sources of a cover, in the order in which a browser must evaluate them. */
export function coverSources(): readonly CoverSource[] {
  return coverWidths.map(({ up_to, width }) => ({
    media: up_to === null ? '' : `(max-width: ${up_to}px)`,
    width,
    width_2x: width * 2,
  }));
}

/**
 * All widths, in image pixels, that can be requested: `/pictures/{name}-{width}.{avif|webp}`. The list is
 * closed, so that nobody can make the server render unlimited sizes.
 */
export const pictureWidths: readonly number[] = [
  ...new Set([96, 160, ...coverPictureWidths, 320, 400, 480, 640, 800, 960, 1200, 1600, 2000]),
].toSorted((one, other) => one - other);

/** Without the widths of cart covers, which are drawn with fewer, heavier lines. */
const scaledWidths = pictureWidths.filter((width) => !coverPictureWidths.includes(width));

/**
 * Returns the widths to offer for a picture shown up to `width` CSS pixels wide, in image pixels: from half of that to
 * twice, or just above.
 */
export function offeredWidths(width: number): readonly number[] {
  const sharp = scaledWidths.find((candidate) => candidate >= width * 2) ?? scaledWidths.at(-1) ?? width;
  const offered = scaledWidths.filter((candidate) => candidate >= width / 2 && candidate <= sharp);
  return offered.length === 0 ? [scaledWidths.at(-1) ?? width] : offered;
}

/**
 * The largest widths at which screens show pictures, in CSS pixels, by what is shown. A screen can use no other width,
 * so these are also the pictures that are rendered before anybody asks
 * (docs/behaviour/catalogue.md#pictures).
 */
export const displayWidths = {
  /** Of a product, master, post or campaign. */
  any: [320, 420, 500, 460, 360, 280, 176, 112, 64, 56, 456],
  /** Of a course or master, also across the page. */
  poster: [760],
  /** Of a product in a list. */
  card: [320],
  opening: [1600],
  opening_on_phones: [496],
  pattern: [640],
} as const;

export type DisplayWidth = (typeof displayWidths)[keyof typeof displayWidths][number];

/** Width in image pixels of the picture of a shared page. */
export const sharedPictureWidth = 1200;
