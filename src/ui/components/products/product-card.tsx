import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewTransitionState } from 'react-router';
import type { ProductCard as Product, ProductKind } from '#core/model/product.ts';
import { localePath, type Route } from '#core/rules/basics/site-paths.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { Badge } from '#ui/components/parts/badge.tsx';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Picture, type PictureRatio } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { RatingText } from '#ui/components/products/rating-text.tsx';
import { WishListIcon } from '#ui/components/products/wish-list-icon.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useIsIncluded, useOwnsCourse } from '#ui/hooks/use-session.ts';
import styles from './product-card.module.css';

interface ProductCardProps {
  readonly product: Product;
  readonly headingLevel?: 2 | 3 | 4 | undefined;
  /** `small` is for narrow columns, such as three on half a page. */
  readonly size?: 'normal' | 'small' | undefined;
  /** Badge on the picture, for example "new". */
  readonly badge?: ReactNode;
  /** Text before the price. */
  readonly note?: ReactNode;
  /** Content that replaces note and price. */
  readonly foot?: ReactNode;
  /** Button below the price; not shown for owned products. */
  readonly action?: ReactNode;
  readonly sizes?: string | undefined;
  readonly priority?: boolean | undefined;
}

const ratios: Partial<Record<ProductKind, PictureRatio>> = { course: '3/4', book: '2/3' };

const cardSizes = '(max-width: 767px) 46vw, (max-width: 1023px) 31vw, 295px';

/** A product in a list: picture, category, title, master, price. The whole card is clickable. */
export function ProductCard(props: ProductCardProps) {
  const { product, headingLevel = 3, size = 'normal', badge, note, foot, action, sizes, priority } = props;
  const Heading = `h${headingLevel}` as const;
  const path = productPath(product);
  const poster = useCardPosterTransition(product.slug, path);
  const isOwned = useOwnsCourse(product.id);
  const isIncluded = useIsIncluded(product);

  return (
    <article className={classNames(styles.card, size === 'small' && styles.small)}>
      <div className={styles.poster} ref={poster} data-preview={previewOf(product)}>
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
              {isOwned || isIncluded ? (
                <AccessMark isOwned={isOwned} />
              ) : (
                <Price amount={product.price} kind={product.kind} className={styles.price} />
              )}
            </>
          )}
        </div>
        {!isOwned && action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
      {!isOwned && (
        <div className={styles.wishList}>
          <WishListIcon product={product} />
        </div>
      )}
    </article>
  );
}

/**
 * Returns the path of a card's preview below `/media/`: a trailer with whole files (without extension), or the preview
 * file of an adaptive trailer.
 */
function previewOf({ trailer, trailer_has_files, trailer_has_preview }: Product): string | null {
  if (trailer_has_files) return trailer;
  return trailer_has_preview ? `films/${trailer}/preview.mp4` : null;
}

/** Mark shown instead of the price if the learner owns the course or can watch it as a member. */
function AccessMark({ isOwned }: { readonly isOwned: boolean }) {
  const { t } = useTranslation('component');
  return (
    <span className={styles.owned}>
      <Icon name="check" /> {t(isOwned ? 'card.owned' : 'card.included')}
    </span>
  );
}

/**
 * Includes the poster of a product page in the view transition from a card. The style is set by script because of the
 * Content-Security-Policy.
 */
export function usePosterTransition(slug: string): RefObject<HTMLDivElement | null> {
  return useTransitionName(`poster-${slug}`);
}

/** Includes the poster of a card in the view transition only while its product page is opened or left. */
function useCardPosterTransition(slug: string, path: Route): RefObject<HTMLDivElement | null> {
  const locale = useLocale();
  const isMoving = useViewTransitionState(localePath(locale, path));
  return useTransitionName(isMoving ? `poster-${slug}` : null);
}

function useTransitionName(name: string | null): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const poster = element.current;
    if (name === null || poster === null) return;
    poster.style.setProperty('view-transition-name', name);
    return () => {
      poster.style.removeProperty('view-transition-name');
    };
  }, [name]);
  return element;
}
