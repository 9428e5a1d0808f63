import { coverSources } from '#core/rules/picture-widths.ts';
import styles from './cover-picture.module.css';
import { heightFor } from './picture.tsx';
import type { PictureFormat } from './picture-addresses.ts';
import { pictureAddress, pictureFormats } from './picture-addresses.ts';

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
