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
  const wishes = await shop.api.listWishes({ query: { 'page[number]': number, 'page[size]': pageSize } });
  return wishes.ok ? wishes.value : null;
}

export const loader = loadWishList;
export const clientLoader = loadWishList;

/** The wish list. Removed products stay visible until the page is left, so that they can be added again. */
export default function WishListRoute() {
  const { t } = useTranslation('myProfile');
  const wishes = useLoaderData<typeof loader>();
  const { stores } = useShop();
  const count = useStore(stores.wishes, ({ owner, product_ids }) =>
    owner === null ? null : product_ids.length,
  );
  return (
    <>
      <PageMeta title={t('wishes.title')} description={t('wishes.description')} robots="noindex" />
      <ProfileNavigation />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('wishes.title')} lead={t('wishes.lead')} />
        {wishes === null && <ListFailed list="wishes" isMain />}
        {wishes?.total === 0 && (
          <EmptyState
            title={t('wishes.empty.title')}
            text={t('wishes.empty.text')}
            link={{ to: '/kurse', label: t('wishes.empty.action') }}
          />
        )}
        {wishes !== null && wishes.total > 0 && (
          <>
            <p role="status" className={styles.count}>
              {t('wishes.count', { count: count ?? wishes.total })}
            </p>
            <ProductList products={wishes.items} label={t('wishes.list')} headingLevel={2} priority />
            <PageLinks
              page={wishes}
              pathOf={(number) => (number === 1 ? '/profil/merkliste' : `/profil/merkliste?seite=${number}`)}
            />
          </>
        )}
      </div>
    </>
  );
}
