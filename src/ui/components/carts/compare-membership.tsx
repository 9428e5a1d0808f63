import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';
import { isSubscriber } from '#core/rules/accounts/access.ts';
import { formatPrice, noCents } from '#core/rules/basics/money.ts';
import { compareWithMembership } from '#core/rules/catalogue/membership-comparison.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './cart-lines.module.css';

interface Offer {
  readonly membership: ProductCard;
  /** Number of all courses. */
  readonly courses: number;
}

/** Compares the price of the courses in the cart with the membership. Shown to non-members. */
export function CompareMembership() {
  const { t } = useTranslation('component');
  const locale = useLocale();
  const { stores } = useShop();
  const cart = useStore(stores.cart, (state) => state.cart);
  const isMember = isSubscriber(useLearner());
  const isWanted = !isMember && compareWithMembership(cart, noCents) !== null;
  const offer = useOffer(isWanted);
  const compared = offer === null ? null : compareWithMembership(cart, offer.membership.price);
  if (!isWanted || offer === null || compared === null) return null;
  return (
    <p className={styles.hint}>
      {t('cart.compare.single', {
        count: compared.courses,
        price: formatPrice(compared.single, locale),
      })}{' '}
      {t('cart.compare.membership', {
        count: offer.courses,
        title: offer.membership.title,
        price: formatPrice(compared.membership, locale),
      })}{' '}
      <ShopLink to="/masterpass" prefetch="never">
        {t('cart.compare.link')}
      </ShopLink>
    </p>
  );
}

/** Loads the membership and the number of courses when `isWanted`. Null before that, and on failure. */
function useOffer(isWanted: boolean): Offer | null {
  const { api } = useShop();
  const [offer, setOffer] = useState<Offer | null>(null);
  const isMissing = isWanted && offer === null;
  useEffect(() => {
    if (!isMissing) return;
    let isOutdated = false;
    const first = (kind: 'membership' | 'course') =>
      api.listProducts({ query: { filter: { kind }, page: { size: 1 } } });
    void Promise.all([first('membership'), first('course')]).then(([memberships, courses]) => {
      if (isOutdated || !memberships.ok || !courses.ok) return;
      const [membership] = memberships.value.items;
      if (membership !== undefined) setOffer({ membership, courses: courses.value.total });
    });
    return () => {
      isOutdated = true;
    };
  }, [isMissing, api]);
  return offer;
}
