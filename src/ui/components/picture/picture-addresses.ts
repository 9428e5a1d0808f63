import { coverPictureWidths, pictureWidths } from '#core/rules/picture-widths.ts';

/** Formats the host draws, best first. */
export const pictureFormats = ['avif', 'webp'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The address of a picture in one of the widths it exists in; PNG is for pictures that leave the shop. */
export function pictureAddress(name: string, width: number, format: PictureFormat | 'png'): string {
  return `/pictures/${name}-${width}.${format}`;
}

/** Covers of the cart have widths of their own, drawn with fewer, heavier lines: nothing for larger pictures. */
const widths = pictureWidths.filter((width) => !coverPictureWidths.includes(width));

/** The widths worth offering for a picture shown up to `width` CSS pixels wide: from half of it to twice, or just above. */
export function offeredWidths(width: number): readonly number[] {
  const sharp = widths.find((candidate) => candidate >= width * 2) ?? widths.at(-1) ?? width;
  const offered = widths.filter((candidate) => candidate >= width / 2 && candidate <= sharp);
  return offered.length === 0 ? [widths.at(-1) ?? width] : offered;
}

/** `srcset` of one format with width descriptors. */
export function sourceSet(name: string, width: number, format: PictureFormat): string {
  return offeredWidths(width)
    .map((candidate) => `${pictureAddress(name, candidate, format)} ${candidate}w`)
    .join(', ');
}

/** The width for browsers that know no `srcset`: the smallest offered one that is not too small. */
export function plainWidth(width: number): number {
  const offered = offeredWidths(width);
  return offered.find((candidate) => candidate >= width) ?? offered.at(-1) ?? width;
}
