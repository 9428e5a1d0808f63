import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/components/parts/button.tsx';
import { useWishListItem } from './use-wish-list-item.ts';
import styles from './wish-list-icon.module.css';

interface WishListIconProps {
  readonly product: { readonly id: string; readonly title: string };
}

/** The wish list button on a card's picture. */
export function WishListIcon({ product }: WishListIconProps) {
  const { t } = useTranslation('component');
  const { isOnWishList, toggle } = useWishListItem(product.id);
  return (
    <IconButton
      icon="heart"
      className={styles.icon}
      label={t('wish_list.product', { name: product.title })}
      aria-pressed={isOnWishList}
      onClick={toggle}
    />
  );
}
