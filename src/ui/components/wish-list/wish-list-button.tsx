import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button.tsx';
import { Icon } from '#ui/components/icon.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { useWish } from './use-wish-list-item.ts';
import styles from './wish-list-button.module.css';

/** The heart in words, for a product's own page. Both wordings lie in the same place, so nothing moves. */
export function WishButton({ productId }: { readonly productId: string }) {
  const { t } = useTranslation('component');
  const { isWished, logIn, press } = useWish(productId);
  if (logIn !== null) {
    return (
      <LinkButton
        to={logIn}
        kind="text"
        rel="nofollow"
        prefetch="never"
        className={styles.wish}
        onClick={press}
      >
        <Icon name="heart" /> {t('wish.add')}
      </LinkButton>
    );
  }
  return (
    <Button kind="text" className={styles.wish} aria-pressed={isWished} onClick={press}>
      <Icon name="heart" /> {t('wish.add')}
    </Button>
  );
}
