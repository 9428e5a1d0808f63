import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localePath } from '#core/rules/navigation.ts';
import { IconButton } from '#ui/components/button.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useWishListItem } from './use-wish-list-item.ts';
import styles from './wish-list-icon.module.css';

interface WishListIconProps {
  readonly product: { readonly id: string; readonly title: string };
}

/** The wish list button on a card's picture. A guest goes to the login and returns with the product remembered. */
export function WishListIcon({ product }: WishListIconProps) {
  const { t } = useTranslation('component');
  const locale = useLocale();
  const navigate = useNavigate();
  const { isOnWishList, loginRoute, toggle } = useWishListItem(product.id);
  return (
    <IconButton
      icon="heart"
      className={styles.icon}
      label={t('wish_list.product', { name: product.title })}
      aria-pressed={isOnWishList}
      onClick={() => {
        toggle();
        if (loginRoute !== null) void navigate(localePath(locale, loginRoute), { viewTransition: true });
      }}
    />
  );
}
