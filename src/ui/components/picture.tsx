import { preload } from 'react-dom';
import { coverPictureWidths, coverSources, pictureWidths } from '#core/rules/picture-widths.ts';
import { classNames } from '#ui/components/class-names.ts';
import styles from './picture.module.css';

/** Width by height of a drawing. */
export type PictureRatio = '3/4' | '2/3' | '1/1' | '4/3' | '16/9';

interface PictureProps {
  /** Name of the picture without width and ending. */
  readonly name: string;
  /** Empty for pictures that only repeat what stands beside them. */
  readonly alt: string;
  /** The widest it is shown, in CSS pixels. */
  readonly width: number;
  readonly ratio: PictureRatio;
  /** The `sizes` attribute; without it the picture is always `width` wide. */
  readonly sizes?: string | undefined;
  /** A picture cut for phones, and its width there in CSS pixels; its place and ratio are the styles' matter. */
  readonly onPhones?: { readonly name: string; readonly width: number } | undefined;
  /** The first picture of a page: fetched at once and before others. One per page. */
  readonly priority?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Where the cut for phones stands in for the whole, and where not. */
const onPhonesOnly = '(max-width: 480px)';
const aboveThat = '(min-width: 480.02px)';

/** A drawing in AVIF and WebP, with its room reserved. */
export function Picture(props: PictureProps) {
  const { name, alt, width, ratio, sizes = `${width}px`, onPhones, priority = false, className } = props;
  if (priority) preloadPicture(props);
  return (
    <picture className={classNames(styles.picture, className)} data-ratio={ratio}>
      {onPhones !== undefined &&
        pictureFormats.map((format) => (
          <source
            key={`phone ${format}`}
            type={`image/${format}`}
            media={onPhonesOnly}
            srcSet={sourceSet(onPhones.name, onPhones.width, format)}
            sizes={`${onPhones.width}px`}
          />
        ))}
      {pictureFormats.map((format) => (
        <source key={format} type={`image/${format}`} srcSet={sourceSet(name, width, format)} sizes={sizes} />
      ))}
      <img
        src={pictureAddress(name, plainWidth(width), 'webp')}
        alt={alt}
        width={width}
        height={heightFor(width, ratio)}
        loading={priority ? 'eager' : 'lazy'}
        decoding={priority ? 'sync' : 'async'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  );
}

/** Names the picture in the document's head, where a browser finds it before scripts take all its connections. */
function preloadPicture({ name, width, sizes = `${width}px`, onPhones }: PictureProps): void {
  const ask = (file: string, shown: number, imageSizes: string, media?: string) =>
    preload(pictureAddress(file, plainWidth(shown), 'avif'), {
      as: 'image',
      type: 'image/avif',
      fetchPriority: 'high',
      imageSrcSet: sourceSet(file, shown, 'avif'),
      imageSizes,
      media,
    });
  if (onPhones !== undefined) ask(onPhones.name, onPhones.width, `${onPhones.width}px`, onPhonesOnly);
  ask(name, width, sizes, onPhones === undefined ? undefined : aboveThat);
}

/** The height that goes with a width, in whole CSS pixels. */
export function heightFor(width: number, ratio: PictureRatio): number {
  const [across = 1, down = 1] = ratio.split('/').map(Number);
  return Math.round((width * down) / across);
}

/** The cover of a cart line: 152, 217, 124 or 152 px wide by breakpoint, each with a 2x variant (decisions §7). */
export function CoverPicture({ name }: { readonly name: string }) {
  const sources = coverSources();
  const widest = sources.at(-1);
  const address = (width: number, format: PictureFormat) => pictureAddress(name, width, format);

  return (
    <picture className={styles.cover}>
      {pictureFormats.flatMap((format) =>
        sources.map(({ media, width, width_2x }) => (
          <source
            key={`${format} ${media}`}
            type={`image/${format}`}
            media={media === '' ? undefined : media}
            srcSet={`${address(width, format)} 1x, ${address(width_2x, format)} 2x`}
          />
        )),
      )}
      <img
        src={address(widest?.width ?? 0, 'webp')}
        alt=""
        width={widest?.width}
        height={heightFor(widest?.width ?? 0, '4/3')}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

/** Formats the host draws, best first. */
const pictureFormats = ['avif', 'webp'] as const;

type PictureFormat = (typeof pictureFormats)[number];

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
