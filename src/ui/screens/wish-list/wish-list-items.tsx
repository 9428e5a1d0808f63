import { useTranslation } from 'react-i18next';
import type { ProductCard as Product } from '#core/model/product.ts';
import type { Page } from '#core/model/values.ts';
import { PageLinks } from '#ui/components/page-links.tsx';
import { EmptyState } from '#ui/components/page-parts.tsx';
import { ProductList } from '#ui/components/product-list.tsx';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './wish-list.module.css';

/** Products on a page of the wish list. */
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
      <ProductList products={page.items} label={t('wish_list.list')} headingLevel={2} priority />
      <PageLinks
        page={page}
        pathOf={(number) => (number === 1 ? '/profil/merkliste' : `/profil/merkliste?seite=${number}`)}
      />
    </>
  );
}
