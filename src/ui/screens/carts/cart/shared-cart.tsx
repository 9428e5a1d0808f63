import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { ownsCourse } from '#core/rules/accounts/access.ts';
import { quantities } from '#core/rules/carts/cart-lines.ts';
import { offeredPieces } from '#core/rules/carts/shared-cart.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { planOffer } from '#core/rules/subscriptions/subscription-terms.ts';
import { GoodsTerms } from '#ui/components/carts/goods-terms.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { CheckoutLink, ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { EmptyState, List, PageHead } from '#ui/components/parts/page-parts.tsx';
import { CoverPicture } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { PriceNote } from '#ui/components/parts/price-note.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useCheckoutAfterAdding } from '#ui/hooks/use-checkout-after-adding.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './shared-cart.module.css';

/** An available product of the link. */
export interface SharedItem {
  readonly product: ProductCard;
  readonly quantity: number;
}

/** Content of a shared cart link (docs/behaviour/carts.md#shared-cart). */
export interface SharedCartContent {
  readonly items: readonly SharedItem[];
  /** Number of products no longer sold. */
  readonly gone: number;
  /** Subscriptions that give the learner access; empty for guests. */
  readonly plans: readonly Subscription[];
}

/**
 * Offers the products of a shared cart. Nothing is added before the button is pressed
 * (docs/behaviour/carts.md#shared-cart).
 */
export function SharedCart({ items, gone, plans }: SharedCartContent) {
  const { t } = useTranslation('cart');
  return (
    <>
      <PageMeta title={t('shared.title')} description={t('shared.meta')} robots="noindex" />
      <div className={`${layout.wrap} ${styles.page}`}>
        {items.length === 0 ? (
          <EmptyState
            headingLevel={1}
            className={styles.nothing}
            title={t('shared.empty.title')}
            text={t('shared.empty.text')}
            link={{ to: '/kurse', label: t('shared.empty.action') }}
          />
        ) : (
          <>
            <PageHead title={t('shared.title')} lead={t('shared.lead')} />
            {gone > 0 && <Notice>{t('shared.gone', { count: gone })}</Notice>}
            <SharedItems items={items} plans={plans} />
            <NeedsJavaScript />
          </>
        )}
      </div>
    </>
  );
}

function SharedItems({ items, plans }: Omit<SharedCartContent, 'gone'>) {
  const { t } = useTranslation('cart');
  const { actions, stores } = useShop();
  const lines = useStore(stores.cart, ({ cart }) => cart.products);
  const learner = useLearner();
  const { isBusy, run } = useBusy();
  const [isAdded, setAdded] = useState(false);
  const { noteAdding, link } = useCheckoutAfterAdding(isAdded);
  const present = quantities(lines);
  const offers = items.map(({ product, quantity }) => ({
    product,
    quantity,
    offered: offeredPieces(product, {
      quantity,
      inCart: present.get(product.id) ?? 0,
      isOwned: ownsCourse(learner, product.id) || planOffer(product, plans).offer !== 'for_sale',
    }),
  }));
  const wanted = offers.flatMap(({ product, offered }) =>
    typeof offered === 'number' ? [{ product, quantity: offered }] : [],
  );

  async function add(): Promise<void> {
    const response = await actions.addProducts(wanted);
    if (!response.ok) return;
    noteAdding();
    setAdded(true);
  }

  return (
    <>
      <List className={styles.items}>
        {offers.map(({ product, quantity, offered }) => (
          <li key={product.id} className={styles.item}>
            <CoverPicture name={product.picture} />
            <div>
              <h2 className={styles.title}>
                <ShopLink to={productPath(product)}>{product.title}</ShopLink>
              </h2>
              <p>
                {typeof offered === 'number' ? offered : quantity} ×{' '}
                <Price amount={product.price} kind={product.kind} />{' '}
                <span className={styles.quiet}>
                  <PriceNote product={product} />
                </span>
              </p>
              {typeof offered !== 'number' && !isAdded && (
                <p className={styles.quiet}>{t(`shared.${offered}`)}</p>
              )}
            </div>
          </li>
        ))}
      </List>
      {isAdded ? (
        <Notice tone="success" title={t('shared.added_title')} isLive>
          <p>{t('shared.added')}</p>
          <CheckoutLink size="large" {...link}>
            {t('shared.to_checkout')}
          </CheckoutLink>
        </Notice>
      ) : (
        wanted.length > 0 && (
          <>
            <Button size="large" isLoading={isBusy} onClick={() => run(add)}>
              {t('shared.add')}
            </Button>
            <div className={styles.quiet}>
              {wanted.map(({ product }) => (
                <GoodsTerms key={product.id} product={product} />
              ))}
            </div>
          </>
        )
      )}
    </>
  );
}
