import type { ReactNode } from 'react';
import type { ProductPage } from '#core/model/product.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { WishListButton } from '#ui/components/carts/wish-list-button.tsx';
import { Breadcrumbs, type BreadcrumbsProps } from '#ui/components/parts/page-parts.tsx';
import { Picture, type PictureRatio } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { usePosterTransition } from '#ui/components/products/product-card.tsx';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './product-hero.module.css';

interface ProductHeroProps {
  readonly product: ProductPage;
  /** Parent pages for the breadcrumbs. */
  readonly above: BreadcrumbsProps['above'];
  readonly ratio: PictureRatio;
  /** Price, controls and terms. */
  readonly children: ReactNode;
}

/** The hero of a product page: picture, titles, lead and purchase controls. */
export function ProductHero({ product, above, ratio, children }: ProductHeroProps) {
  const poster = usePosterTransition(product.slug);
  return (
    <div className={layout.hero}>
      <div className={`${layout.wrap} ${styles.inside}`} data-picture-at-start>
        <div className={styles.crumbs}>
          <Breadcrumbs above={above} here={product.title} />
        </div>
        <div className={styles.cover} ref={poster}>
          <Picture
            name={product.picture}
            alt={product.picture_alt}
            width={420}
            ratio={ratio}
            sizes="(max-width: 767px) 62vw, (max-width: 1023px) 34vw, 400px"
            priority
          />
        </div>
        <div>
          <p className={`${text.byline} ${styles.by}`}>{nonBreaking(product.subtitle)}</p>
          <h1 className={styles.title}>{product.title}</h1>
          <p className={`${text.lead} ${styles.lead}`}>{nonBreaking(product.details.lead)}</p>
          {children}
          <div className={styles.wishList}>
            <WishListButton productId={product.id} />
          </div>
        </div>
      </div>
    </div>
  );
}

interface PurchaseProps {
  /** Cents. */
  readonly amount: ProductPage['price'];
  /** Text on what the price includes, or on the billing interval. */
  readonly note: ReactNode;
  /** Quantity and button. */
  readonly children: ReactNode;
}

/** Price at the left, quantity and button at the right. */
export function Purchase({ amount, note, children }: PurchaseProps) {
  return (
    <div className={styles.buy}>
      <div className={styles.price}>
        <Price amount={amount} size="large" />
        <p className={styles.note}>{note}</p>
      </div>
      <div className={styles.controls}>{children}</div>
    </div>
  );
}

/** Small print below: delivery, terms. */
export function PurchaseTerms({ children }: { readonly children: ReactNode }) {
  return <div className={styles.terms}>{children}</div>;
}
