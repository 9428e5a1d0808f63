import { preload } from 'react-dom';
import { classNames } from '#ui/components/class-names.ts';
import styles from './picture.module.css';
import { pictureAddress, pictureFormats, plainWidth, sourceSet } from './picture-addresses.ts';

/** Width by height of a drawing. */
export type PictureRatio = '3/4' | '2/3' | '1/1' | '4/3' | '16/9';

export interface PictureProps {
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
  if (priority) askAhead(props);
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
function askAhead({ name, width, sizes = `${width}px`, onPhones }: PictureProps): void {
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
