import { preload } from 'react-dom';
import { coverSources, type DisplayWidth, offeredWidths } from '#core/rules/catalogue/picture-widths.ts';
import { classNames } from '#ui/components/parts/class-names.ts';
import styles from './picture.module.css';

/** Aspect ratio, width by height. */
export type PictureRatio = '3/4' | '2/3' | '1/1' | '4/3' | '16/9';

interface PictureProps {
  /** File name without width and extension. */
  readonly name: string;
  /** Empty for decorative pictures. */
  readonly alt: string;
  /** Largest display width in CSS pixels. */
  readonly width: DisplayWidth;
  readonly ratio: PictureRatio;
  /** The `sizes` attribute. Default: `width` at every window size. */
  readonly sizes?: string | undefined;
  /** A version cropped for phones with its display width in CSS pixels; the stylesheet sets its ratio. */
  readonly onPhones?: { readonly name: string; readonly width: DisplayWidth } | undefined;
  /** Loads the picture eagerly with high priority. Only for the first picture of a page. */
  readonly priority?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Media queries for the phone version and the other one. */
const onPhonesOnly = '(max-width: 480px)';
const aboveThat = '(min-width: 480.02px)';

/** A picture in AVIF and WebP, with its space reserved. */
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

/** Preloads the picture from the document's head, before scripts occupy the connections. */
function preloadPicture({ name, width, sizes = `${width}px`, onPhones }: PictureProps): void {
  const preloadFile = (file: string, shown: number, imageSizes: string, media?: string) =>
    preload(pictureAddress(file, plainWidth(shown), 'avif'), {
      as: 'image',
      type: 'image/avif',
      fetchPriority: 'high',
      imageSrcSet: sourceSet(file, shown, 'avif'),
      imageSizes,
      media,
    });
  if (onPhones !== undefined) preloadFile(onPhones.name, onPhones.width, `${onPhones.width}px`, onPhonesOnly);
  preloadFile(name, width, sizes, onPhones === undefined ? undefined : aboveThat);
}

/** Returns the height for a width, in whole CSS pixels. */
export function heightFor(width: number, ratio: PictureRatio): number {
  const [across = 1, down = 1] = ratio.split('/').map(Number);
  return Math.round((width * down) / across);
}

/** The cover of a cart line (docs/behaviour/navigation-and-layout.md#cover-widths). */
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

/** Picture formats that the server renders, preferred ones first. */
const pictureFormats = ['avif', 'webp'] as const;

type PictureFormat = (typeof pictureFormats)[number];

/** Returns the address of a picture in one of its rendered widths. PNG is for mails and shared links. */
export function pictureAddress(name: string, width: number, format: PictureFormat | 'png'): string {
  return `/pictures/${name}-${width}.${format}`;
}

/** Returns the `srcset` of one format, with width descriptors. */
export function sourceSet(name: string, width: number, format: PictureFormat): string {
  return offeredWidths(width)
    .map((candidate) => `${pictureAddress(name, candidate, format)} ${candidate}w`)
    .join(', ');
}

/** Returns the width for browsers without `srcset`: the smallest offered one that is large enough. */
export function plainWidth(width: number): number {
  const offered = offeredWidths(width);
  return offered.find((candidate) => candidate >= width) ?? offered.at(-1) ?? width;
}
