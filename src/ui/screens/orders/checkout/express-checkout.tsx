import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart } from '#core/model/cart.ts';
import type { Cents } from '#core/model/values.ts';
import { needsPaymentMethod } from '#core/rules/carts/cart-pricing.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { useCardTexts } from '#ui/components/payments/use-card-fields.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { type ExpressFailure, ExpressPayment, type WalletApproval } from './express-payment.tsx';
import type { Checkout } from './use-checkout.ts';

interface ExpressCheckoutProps {
  readonly checkout: Checkout;
  /** Countries that an address may be in. */
  readonly countries: readonly string[];
  readonly onApproval: (approval: WalletApproval, amount: Cents) => Promise<void>;
}

/**
 * Wallet buttons above the address form. The wallet returns e-mail and address with the payment
 * (docs/behaviour/payments.md#wallets-before-the-address).
 */
export function ExpressCheckout({ checkout, countries, onApproval }: ExpressCheckoutProps) {
  const { t } = useTranslation('checkout');
  const [failure, setFailure] = useState<ExpressFailure | null>(null);
  const isOffered = useIsWalletOffered(checkout.cart);
  const { wallets, isOpened, reservesSpace } = useWallets(isOffered && checkout.isCartRead);
  return (
    <ExpressPayment
      wallets={wallets}
      isWaiting={isOffered && !isOpened}
      reservesSpace={isOffered && reservesSpace}
      hint={t('payment.express.with_address')}
      subject={() => {
        setFailure(null);
        return checkout.cart && { amount: checkout.cart.amount_due, countries };
      }}
      failure={failure}
      onApproval={onApproval}
      onFailure={setFailure}
    />
  );
}

/**
 * Returns whether wallets can be offered: something is due, and nothing renews, because renewals need a card. A wallet
 * that approves a fixed amount is not offered while shipping costs may be added. True while the cart is unknown, to
 * reserve the space.
 */
function useIsWalletOffered(cart: Cart | null): boolean {
  const { has_wallet_addresses = false, has_fixed_wallet_amounts = false } = useShop().initialState.payment;
  if (!has_wallet_addresses || cart === null) return has_wallet_addresses;
  const kinds = cart.products.map((line) => line.product_data.kind);
  const renews = kinds.some((kind) => legalProfiles[kind].renews);
  const isFinal = !cart.products.some((line) => line.product_data.is_shipped);
  return (isFinal || !has_fixed_wallet_amounts) && !renews && needsPaymentMethod(cart.amount_due, kinds);
}

type Tokenizer = Awaited<ReturnType<ReturnType<typeof useShop>['actions']['loadCardTokenizer']>>;

type OpenWallets = Extract<
  Awaited<ReturnType<NonNullable<Tokenizer['openWallets']>>>,
  { readonly ok: true }
>['value'];

/** Opens the provider's wallets. Empty if they cannot be opened; the form below always works. */
function useWallets(isWanted: boolean) {
  const { verification } = useCardTexts();
  const { actions, initialState } = useShop();
  const locale = useLocale();
  const [opened, setOpened] = useState<OpenWallets | 'none' | null>(null);
  const [reservesSpace, setReservesSpace] = useState(false);

  const open = useEffectEvent(async (): Promise<OpenWallets | 'none'> => {
    const started = await actions.startWallets(initialState.payment.wallet_provider);
    if (!started.ok) return 'none';
    const { client_token, provider } = started.value;
    try {
      const tokenizer = await actions.loadCardTokenizer(provider);
      const response = await tokenizer.openWallets?.({ client_token, locale, verification });
      return response?.ok ? response.value : 'none';
    } catch (fault) {
      actions.reportError(fault);
      return 'none';
    }
  });

  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const opening = open();
    void opening.then((result) => {
      if (!isCurrent) return;
      setOpened(result);
      // Keeps the space if the shopper is typing, so that the focused field does not move.
      setReservesSpace(result === 'none' && document.activeElement?.matches('input, select') === true);
    });
    return () => {
      isCurrent = false;
      setOpened(null);
      void opening.then((result) => result !== 'none' && result.teardown());
    };
  }, [isWanted]);

  const wallets = opened === null || opened === 'none' ? [] : opened.wallets;
  return { wallets, isOpened: opened !== null, reservesSpace };
}
