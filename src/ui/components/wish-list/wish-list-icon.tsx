import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localePath } from '#core/rules/navigation.ts';
import { IconButton } from '#ui/components/button.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useWish } from './use-wish-list-item.ts';
import styles from './wish-list-icon.module.css';

interface WishHeartProps {
  readonly product: { readonly id: string; readonly title: string };
}

/** The heart on a card's picture. A guest is led to the login, and comes back with the wish kept. */
export function WishHeart({ product }: WishHeartProps) {
  const { t } = useTranslation('component');
  const locale = useLocale();
  const navigate = useNavigate();
  const { isWished, logIn, press } = useWish(product.id);
  return (
    <IconButton
      icon="heart"
      className={styles.heart}
      label={t('wish.product', { name: product.title })}
      aria-pressed={isWished}
      onClick={() => {
        press();
        if (logIn !== null) void navigate(localePath(locale, logIn), { viewTransition: true });
      }}
    />
  );
}
