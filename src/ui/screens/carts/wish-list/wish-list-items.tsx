import { useTranslation } from 'react-i18next';
import type { ProductCard as Product } from '#core/model/product.ts';
import type { Page } from '#core/model/values.ts';
import { AddToCart } from '#ui/components/carts/add-to-cart.tsx';
import { GoodsTerms } from '#ui/components/carts/goods-terms.tsx';
import { PageLinks } from '#ui/components/parts/links/page-links.tsx';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { PriceNote } from '#ui/components/parts/price-note.tsx';
import { ProductList } from '#ui/components/products/product-list.tsx';
import { useWishListItem, useWishListLoaded } from '#ui/components/products/use-wish-list-item.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './wish-list.module.css';

/** Products per page of the wish list. */
export const pageSize = 24;

/** One page of the wish list. Removed products stay visible until the page is left, so that they can be added again. */
export function WishListItems({ page }: { readonly page: Page<Product> }) {
  const { t } = useTranslation('myProfile');
  const { stores } = useShop();
  const count = useStore(stores.wishList, ({ owner, productIds }) =>
    owner === null ? null : productIds.length,
  );
  if (page.total === 0) {
    return (
      <EmptyState
        title={t('wish_list.empty.title')}
        text={t('wish_list.empty.text')}
        link={{ to: '/kurse', label: t('wish_list.empty.action') }}
      />
    );
  }
  return (
    <>
      <p role="status" className={styles.count}>
        {t('wish_list.count', { count: count ?? page.total })}
      </p>
      <ProductList
        products={page.items}
        label={t('wish_list.list')}
        headingLevel={2}
        priority
        actionOf={(product) => <MoveToCart product={product} />}
      />
      <PageLinks
        page={page}
        pathOf={(number) => (number === 1 ? '/profil/merkliste' : `/profil/merkliste?seite=${number}`)}
      />
    </>
  );
}

function MoveToCart({ product }: { readonly product: Product }) {
  const isLoaded = useWishListLoaded();
  const { isOnWishList } = useWishListItem(product.id);
  return (
    <>
      <AddToCart product={product} isFromWishList={!isLoaded || isOnWishList} kind="outline" />
      <div className={styles.terms}>
        <p>
          <PriceNote product={product} />
        </p>
        <GoodsTerms product={product} />
      </div>
    </>
  );
}
