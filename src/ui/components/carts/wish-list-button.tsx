import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/parts/button.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { useWishListItem } from '#ui/components/products/use-wish-list-item.ts';
import styles from './wish-list-button.module.css';

/**
 * The wish list button with text, for product pages. Once the product is on the list, a link to the list follows it.
 */
export function WishListButton({ productId }: { readonly productId: string }) {
  const { t } = useTranslation('component');
  const { isOnWishList, toggle } = useWishListItem(productId);
  return (
    <>
      <Button kind="text" className={styles.button} aria-pressed={isOnWishList} onClick={toggle}>
        <Icon name="heart" /> {t('wish_list.add')}
      </Button>
      {isOnWishList && (
        <ShopLink to="/profil/merkliste" prefetch="never" className={styles.link}>
          {t('wish_list.open')}
        </ShopLink>
      )}
    </>
  );
}
