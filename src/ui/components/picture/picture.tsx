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
  /** The first picture of a page: fetched at once and before others. One per page. */
  readonly priority?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A drawing in AVIF and WebP, with its room reserved. */
export function Picture({ name, alt, width, ratio, sizes, priority = false, className }: PictureProps) {
  const shown = sizes ?? `${width}px`;
  return (
    <picture className={classNames(styles.picture, className)} data-ratio={ratio}>
      {pictureFormats.map((format) => (
        <source key={format} type={`image/${format}`} srcSet={sourceSet(name, width, format)} sizes={shown} />
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

/** The height that goes with a width, in whole CSS pixels. */
export function heightFor(width: number, ratio: PictureRatio): number {
  const [across = 1, down = 1] = ratio.split('/').map(Number);
  return Math.round((width * down) / across);
}
