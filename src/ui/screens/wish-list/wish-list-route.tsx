import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import type { ProductCard as Product } from '#core/model/product.ts';
import type { Page } from '#core/model/values.ts';
import { ListFailed } from '#ui/components/list-failed.tsx';
import { PageLinks } from '#ui/components/page-links.tsx';
import { EmptyState, PageHead } from '#ui/components/page-parts.tsx';
import { ProductList } from '#ui/components/product-list.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { ProfileNavigation } from '#ui/layout/profile-navigation.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { pageNumber, requireLogin } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './wish-list.module.css';

const pageSize = 24;

/** Loads the wish list. Guests go to the login and return. */
async function loadWishList({ context, request }: LoaderFunctionArgs): Promise<Page<Product> | null> {
  const shop = context.get(shopContext);
  requireLogin(shop, request);
  const number = pageNumber(request);
  const wishList = await shop.api.listWishListItems({
    query: { 'page[number]': number, 'page[size]': pageSize },
  });
  return wishList.ok ? wishList.value : null;
}

export const loader = loadWishList;
export const clientLoader = loadWishList;

/** The wish list. Removed products stay visible until the page is left, so that they can be added again. */
export default function WishListRoute() {
  const { t } = useTranslation('myProfile');
  const wishList = useLoaderData<typeof loader>();
  const { stores } = useShop();
  const count = useStore(stores.wishList, ({ owner, productIds }) =>
    owner === null ? null : productIds.length,
  );
  return (
    <>
      <PageMeta title={t('wish_list.title')} description={t('wish_list.description')} robots="noindex" />
      <ProfileNavigation />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('wish_list.title')} lead={t('wish_list.lead')} />
        {wishList === null && <ListFailed list="wish_list" isMain />}
        {wishList?.total === 0 && (
          <EmptyState
            title={t('wish_list.empty.title')}
            text={t('wish_list.empty.text')}
            link={{ to: '/kurse', label: t('wish_list.empty.action') }}
          />
        )}
        {wishList !== null && wishList.total > 0 && (
          <>
            <p role="status" className={styles.count}>
              {t('wish_list.count', { count: count ?? wishList.total })}
            </p>
            <ProductList products={wishList.items} label={t('wish_list.list')} headingLevel={2} priority />
            <PageLinks
              page={wishList}
              pathOf={(number) => (number === 1 ? '/profil/merkliste' : `/profil/merkliste?seite=${number}`)}
            />
          </>
        )}
      </div>
    </>
  );
}
