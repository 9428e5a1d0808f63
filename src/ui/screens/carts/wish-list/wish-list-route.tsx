import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { ProductCard as Product } from '#core/model/product.ts';
import type { Page } from '#core/model/values.ts';
import { ProfileNavigation } from '#ui/components/accounts/profile-navigation.tsx';
import { ListFailed } from '#ui/components/parts/list-failed.tsx';
import { PageHead } from '#ui/components/parts/page-parts.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useReloadOnReturn } from '#ui/document/use-reload-on-leave.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { pageNumber } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import { GuestWishList } from './guest-wish-list.tsx';
import styles from './wish-list.module.css';
import { pageSize, WishListItems } from './wish-list-items.tsx';

/** Loads a page of the learner's wish list; null on failure. A guest's list is stored in the browser. */
async function loadWishList({
  context,
  request,
}: LoaderFunctionArgs): Promise<Page<Product> | 'guest' | null> {
  const shop = context.get(shopContext);
  if (shop.stores.session.snapshot.status === 'guest') return 'guest';
  const number = pageNumber(request);
  const wishList = await shop.api.listWishListItems({
    query: { page: { number, size: pageSize } },
  });
  return wishList.ok ? wishList.value : null;
}

export const loader = loadWishList;
export const clientLoader = loadWishList;

/** The wish list of a guest or learner (docs/behaviour/carts.md#wish-list). */
export default function WishListRoute() {
  const { t } = useTranslation('myProfile');
  const wishList = useLoaderData<typeof loader>();
  useReloadOnReturn();
  return (
    <>
      <PageMeta title={t('wish_list.title')} description={t('wish_list.description')} robots="noindex" />
      {wishList !== 'guest' && <ProfileNavigation />}
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('wish_list.title')} lead={t('wish_list.lead')} />
        {wishList === 'guest' && <GuestWishList />}
        {wishList === null && <ListFailed list="wish_list" isMain />}
        {wishList !== null && wishList !== 'guest' && <WishListItems page={wishList} />}
      </div>
    </>
  );
}
