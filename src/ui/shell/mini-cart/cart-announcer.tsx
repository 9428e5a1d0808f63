import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#core/rules/money.ts';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';

/** Tells screen readers how many things the cart holds and what they cost, each time that changes after load. */
export function CartAnnouncer() {
  const { t } = useTranslation('component');
  const shop = useShop();
  const locale = useLocale();
  const isReady = useStore(shop.stores.cart, (state) => state.status === 'ready');
  const amount = useStore(shop.stores.cart, (state) => state.cart.amount);
  const total = useStore(shop.stores.cart, (state) => state.cart.total);
  const [words, setWords] = useState('');
  const known = useRef<string | null>(null);

  useEffect(() => {
    if (!isReady) return;
    const next = t('cart.changed', {
      items: t('cart.items', { count: amount }),
      total: formatPrice(total, locale),
    });
    if (known.current !== null && known.current !== next) setWords(next);
    known.current = next;
  }, [isReady, amount, total, locale, t]);

  return (
    <VisuallyHidden>
      <span role="status">{words}</span>
    </VisuallyHidden>
  );
}
