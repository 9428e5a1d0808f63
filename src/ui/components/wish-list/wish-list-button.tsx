import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button.tsx';
import { Icon } from '#ui/components/icon.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { useWishListItem } from './use-wish-list-item.ts';
import styles from './wish-list-button.module.css';

/** The wish list button with text, for product pages. */
export function WishListButton({ productId }: { readonly productId: string }) {
  const { t } = useTranslation('component');
  const { isOnWishList, loginRoute, toggle } = useWishListItem(productId);
  if (loginRoute !== null) {
    return (
      <LinkButton
        to={loginRoute}
        kind="text"
        rel="nofollow"
        prefetch="never"
        className={styles.button}
        onClick={toggle}
      >
        <Icon name="heart" /> {t('wish_list.add')}
      </LinkButton>
    );
  }
  return (
    <Button kind="text" className={styles.button} aria-pressed={isOnWishList} onClick={toggle}>
      <Icon name="heart" /> {t('wish_list.add')}
    </Button>
  );
}
