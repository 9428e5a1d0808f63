import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ProductCard } from '#core/model/product.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { Button, Spinner } from '#ui/components/parts/button.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { useWishListLoaded } from '#ui/components/products/use-wish-list-item.ts';
import { moveFocusOnRemoval } from '#ui/hooks/overlays/move-focus-on-removal.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './wish-list.module.css';
import { pageSize, WishListItems } from './wish-list-items.tsx';

/** The wish list stored in this browser, with a link to the login, which merges it into the account. */
export function GuestWishList() {
  const { t } = useTranslation('myProfile');
  const { api, stores } = useShop();
  const here = localePath(useLocale(), '/profil/merkliste');
  const isLoaded = useWishListLoaded();
  const number = Math.max(1, Math.trunc(Number(useSearchParams()[0].get('seite'))) || 1);
  // Ids when the page was opened: removed products stay visible, so that they can be added again.
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const [cards, setCards] = useState<readonly ProductCard[] | 'failed' | null>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (isLoaded) setIds((known) => known ?? stores.wishList.snapshot.productIds);
  }, [isLoaded, stores]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (ids === null || ids.length === 0) return;
    let isStale = false;
    const shown = ids.slice((number - 1) * pageSize, number * pageSize);
    void api.listProductCards({ query: { ids: shown.join(',') } }).then((response) => {
      if (!isStale) setCards(response.ok ? response.value : 'failed');
    });
    return () => {
      isStale = true;
    };
  }, [api, ids, number, tries]);

  return (
    <>
      <p className={styles.login}>
        {t('wish_list.guest')}{' '}
        <ShopLink to={`/auth/login?returnTo=${encodeURIComponent(here)}`} prefetch="never">
          {t('wish_list.log_in')}
        </ShopLink>
      </p>
      <NeedsJavaScript />
      {cards === 'failed' ? (
        <EmptyState
          title={t('wish_list.failed.title')}
          text={t('wish_list.failed.text')}
          action={
            <Button ref={moveFocusOnRemoval} onClick={() => setTries(tries + 1)}>
              {t('wish_list.failed.action')}
            </Button>
          }
        />
      ) : ids !== null && (ids.length === 0 || cards !== null) ? (
        <WishListItems page={{ items: cards ?? [], number, size: pageSize, total: ids.length }} />
      ) : (
        <div role="status" aria-label={t('wish_list.loading')}>
          <Spinner />
        </div>
      )}
    </>
  );
}
