import type { ReactNode } from 'react';
import type { ProductCard } from '#core/model/product.ts';
import { Paragraphs, Split } from '#ui/components/parts/page-parts.tsx';
import { Picture, type PictureRatio } from '#ui/components/parts/picture.tsx';
import { ProductList } from '#ui/components/products/product-list.tsx';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './page-sections.module.css';

interface PictureHeroProps {
  readonly picture: { readonly name: string; readonly alt: string; readonly ratio: PictureRatio };
  readonly children: ReactNode;
}

/** The hero of a page: text at the left, picture at the right; stacked on phones. */
export function PictureHero({ picture, children }: PictureHeroProps) {
  return (
    <div className={layout.hero}>
      <div className={`${layout.wrap} ${styles.hero}`}>
        <div>{children}</div>
        <div className={styles.picture}>
          <Picture {...picture} width={460} sizes="(max-width: 767px) 70vw, 440px" priority />
        </div>
      </div>
    </div>
  );
}

export function TextSection({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  return (
    <Split title={title}>
      <div className={text.prose}>
        <Paragraphs texts={texts} />
      </div>
    </Split>
  );
}

interface ProductSectionProps {
  readonly title: string;
  readonly products: readonly ProductCard[];
}

/** A section of products; renders nothing without products. */
export function ProductSection({ title, products }: ProductSectionProps) {
  if (products.length === 0) return null;
  return (
    <Split title={title}>
      <ProductList products={products} isNarrow />
    </Split>
  );
}
