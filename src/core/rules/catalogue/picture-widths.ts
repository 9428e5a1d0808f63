/** Width of a cover in a range of viewport widths, in CSS pixels. `up_to` is null for the widest range. */
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

/** All widths of cover images, in image pixels: each width at 1x and at 2x, ascending. */
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
 * All widths, in image pixels, that can be requested: `/pictures/{name}-{width}.{avif|webp}`. A fixed list, so that
 * requests cannot make the server render unlimited sizes.
 */
export const pictureWidths: readonly number[] = [
  ...new Set([96, 160, ...coverPictureWidths, 320, 400, 480, 640, 800, 960, 1200, 1600, 2000]),
].toSorted((one, other) => one - other);

/** The widths for scaled pictures. Cart covers are excluded, because they are drawn with fewer, heavier lines. */
const scaledWidths = pictureWidths.filter((width) => !coverPictureWidths.includes(width));

/**
 * Returns the image widths to offer for a picture shown up to `width` CSS pixels wide: from half of that to twice, or
 * the next larger one.
 */
export function offeredWidths(width: number): readonly number[] {
  const sharp = scaledWidths.find((candidate) => candidate >= width * 2) ?? scaledWidths.at(-1) ?? width;
  const offered = scaledWidths.filter((candidate) => candidate >= width / 2 && candidate <= sharp);
  return offered.length === 0 ? [scaledWidths.at(-1) ?? width] : offered;
}

/**
 * The maximum widths of pictures on screens, in CSS pixels, by subject. Screens use no other widths, so these pictures
 * are also rendered in advance (docs/behaviour/catalogue.md#pictures).
 */
export const displayWidths = {
  /** Pictures of a product, master, post or campaign. */
  any: [320, 420, 500, 460, 360, 280, 176, 112, 64, 56, 456],
  /** Pictures of a course or master that can span the page. */
  poster: [760],
  /** Pictures of a product in a list. */
  card: [320],
  opening: [1600],
  opening_on_phones: [496],
  pattern: [640],
} as const;

export type DisplayWidth = (typeof displayWidths)[keyof typeof displayWidths][number];

/** Width in image pixels of the picture of a shared page. */
export const sharedPictureWidth = 1200;
