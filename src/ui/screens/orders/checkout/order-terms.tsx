import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressNeed } from '#core/rules/accounts/address-needs.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { methodsForCart } from '#core/rules/orders/checkout-steps.ts';
import { useCountryName } from '#ui/components/accounts/address-lines.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './address-step.module.css';
import type { Checkout } from './use-checkout.ts';

/** The sale; null while unknown. */
export type Sale = Parameters<typeof addressNeed>[0];

interface OrderTermsProps {
  readonly sale: Sale | null;
  readonly checkout: Pick<Checkout, 'cart' | 'order'>;
  readonly deliveryCountries: readonly string[];
}

/**
 * States the payment methods for this cart, for goods the delivery countries, and who may buy. The law requires this at
 * the start of ordering (docs/behaviour/consumer-rights.md#start-of-ordering). If the cart is unknown in the first
 * view, lists everything.
 */
export function OrderTerms({ sale, checkout: { cart, order }, deliveryCountries }: OrderTermsProps) {
  const { t } = useTranslation('checkout');
  const countryName = useCountryName();
  const { taken, nameOf, untransferable } = useTakenMethods();
  // A cart built from the checkout link has no other amounts than its total.
  const amount_due = cart === null ? (order?.amount_due ?? noCents) : cents(cart.total - cart.credit);
  // The text of the first view stays unchanged, so that the form below does not move.
  const [isKnown] = useState(sale !== null);
  const shown = isKnown ? sale : null;
  const kinds = shown?.lines.map(({ kind }) => kind);
  const ids = cart?.products.map((line) => line.product_id) ?? order?.products.map(({ id }) => id) ?? [];
  const isTransferable = !ids.some((id) => untransferable.includes(id));
  const methods = kinds === undefined ? taken : methodsForCart(taken, { kinds, amount_due, isTransferable });
  const hasGoods = shown === null || addressNeed(shown) === 'delivery';
  return (
    <p className={styles.hint}>
      {t('terms.methods', { methods: methods.map(nameOf).join(', ') })}
      {hasGoods && ` ${t('terms.countries', { countries: deliveryCountries.map(countryName).join(', ') })}`}{' '}
      {t('terms.consumers')}
    </p>
  );
}

/** Returns the payment methods that the shop accepts, with their names. */
function useTakenMethods() {
  const { t } = useTranslation('checkout');
  const locale = useLocale();
  const { facts, payment } = useShop().initialState;
  const pages = Object.values(payment.pages ?? {}).map(({ label }) => label[locale]);
  const methods = facts?.payment_methods ?? ['card'];
  return {
    taken: pages.length === 0 ? methods : [...methods, 'pages' as const],
    nameOf: (method: (typeof methods)[number] | 'pages') =>
      method === 'pages' ? pages.join(', ') : t(`terms.by.${method}`),
    untransferable: facts?.no_bank_transfer ?? [],
  };
}
