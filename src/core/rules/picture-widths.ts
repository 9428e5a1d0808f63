/** The width of a cover in a range of viewport widths, in CSS pixels. `up_to` is null for the last, open range. */
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

/** Every width, in picture pixels, in which a cover has to exist: each once and as a 2x variant, ascending. */
export const coverPictureWidths: readonly number[] = [
  ...new Set(coverWidths.flatMap(({ width }) => [width, width * 2])),
].toSorted((one, other) => one - other);

/** The cover's width at a viewport width, both in CSS pixels. */
export function coverWidthAt(viewport: number): number {
  return coverWidths.find(({ up_to }) => up_to === null || viewport <= up_to)?.width ?? 0;
}

/** One `<source>` of a cover: its media query (empty for the open range) and its picture widths for 1x and 2x. */
export interface CoverSource {
  readonly media: string;
  readonly width: number;
  readonly width_2x: number;
}

/** The sources of a cover in the order a browser has to try them. */
export function coverSources(): readonly CoverSource[] {
  return coverWidths.map(({ up_to, width }) => ({
    media: up_to === null ? '' : `(max-width: ${up_to}px)`,
    width,
    width_2x: width * 2,
  }));
}

/**
 * Every width, in picture pixels, in which a picture may be asked for: `/pictures/{name}-{width}.{avif|webp}`. A closed
 * list, so that nobody can make the server draw endlessly many sizes.
 */
export const pictureWidths: readonly number[] = [
  ...new Set([96, 160, ...coverPictureWidths, 320, 400, 480, 640, 800, 960, 1200, 1600, 2000]),
].toSorted((one, other) => one - other);
