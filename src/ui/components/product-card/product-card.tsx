import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductCard as Product } from '#core/rules/catalogue.ts';
import type { ProductKind } from '#core/rules/product.ts';
import { productPath } from '#core/rules/product-path.ts';
import { Badge } from '#ui/components/badge/badge.tsx';
import { classNames } from '#ui/components/class-names.ts';
import { Icon } from '#ui/components/icon/icon.tsx';
import type { PictureRatio } from '#ui/components/picture/picture.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import { Price } from '#ui/components/price/price.tsx';
import { RatingText } from '#ui/components/rating-text/rating-text.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { useOwnsCourse } from '#ui/hooks/use-owns-course.ts';
import { HeartPlace } from './heart-place.tsx';
import styles from './product-card.module.css';
import { useCardPoster } from './use-poster-transition.ts';

export interface ProductCardProps {
  readonly product: Product;
  /** Level of the title; 3 by default. */
  readonly headingLevel?: 2 | 3 | 4 | undefined;
  /** `small` for narrow columns, such as three abreast on half a page. */
  readonly size?: 'normal' | 'small' | undefined;
  /** A word on the picture, for example "new". */
  readonly badge?: ReactNode;
  /** Stands at the foot, before the price. */
  readonly note?: ReactNode;
  /** Replaces the price, for example where the course is owned. */
  readonly foot?: ReactNode;
  readonly sizes?: string | undefined;
  readonly priority?: boolean | undefined;
}

const ratios: Partial<Record<ProductKind, PictureRatio>> = { course: '3/4', book: '2/3' };

const cardSizes = '(max-width: 767px) 46vw, (max-width: 1023px) 31vw, 295px';

/** A product in a list: poster, discipline, title, master, price. The whole card is the link's target. */
export function ProductCard(props: ProductCardProps) {
  const { product, headingLevel = 3, size = 'normal', badge, note, foot, sizes, priority } = props;
  const Heading = `h${headingLevel}` as const;
  const path = productPath(product);
  const poster = useCardPoster(product.slug, path);
  const isOwned = useOwnsCourse(product.id);

  return (
    <article className={classNames(styles.card, size === 'small' && styles.small)}>
      <div className={styles.poster} ref={poster}>
        <Picture
          name={product.picture}
          alt=""
          width={320}
          ratio={ratios[product.kind] ?? '1/1'}
          sizes={sizes ?? cardSizes}
          priority={priority}
        />
        {badge !== undefined && (
          <span className={styles.badge}>
            <Badge tone="gold">{badge}</Badge>
          </span>
        )}
      </div>
      <div className={styles.text}>
        <p className={styles.eyebrow}>{product.category.title}</p>
        <Heading className={styles.title}>
          <ShopLink to={path}>{product.title}</ShopLink>
        </Heading>
        {product.person !== null && (
          <p className={styles.person}>
            {product.person.firstname} {product.person.lastname}
          </p>
        )}
        {product.rating !== null && (
          <p className={styles.rating}>
            <RatingText rating={product.rating} />
          </p>
        )}
        <div className={styles.foot}>
          {foot ?? (
            <>
              {note !== undefined && <span>{note}</span>}
              {isOwned ? <OwnedMark /> : <Price amount={product.price} className={styles.price} />}
            </>
          )}
        </div>
      </div>
      {!isOwned && <HeartPlace product={product} />}
    </article>
  );
}

/** Stands where the price would: the course is the learner's already. */
function OwnedMark() {
  const { t } = useTranslation('component');
  return (
    <span className={styles.owned}>
      <Icon name="check" /> {t('card.owned')}
    </span>
  );
}
