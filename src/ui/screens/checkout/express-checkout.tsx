import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsPaymentMethod } from '#core/rules/cart-pricing.ts';
import { legalProfiles } from '#core/rules/consumer-rights.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import type { ExpressFailure, WalletApproval } from './express-payment.tsx';
import { ExpressPayment } from './express-payment.tsx';

interface ExpressCheckoutProps {
  /** The countries of which an address may be. */
  readonly countries: readonly string[];
  readonly onApproval: (approval: WalletApproval) => Promise<void>;
}

/**
 * The wallets before the address form: they return e-mail and address with the payment
 * (docs/behaviour/checkout-and-payment.md#wallets-before-the-address).
 */
export function ExpressCheckout({ countries, onApproval }: ExpressCheckoutProps) {
  const { t } = useTranslation('checkout');
  const [failure, setFailure] = useState<ExpressFailure | null>(null);
  const cart = useStore(useShop().stores.cart, (state) => state.cart);
  const isOffered = useIsWalletOffered();
  const { wallets, isWaiting } = useWallets(isOffered);
  return (
    <ExpressPayment
      wallets={wallets}
      isWaiting={isWaiting}
      hint={t('payment.express.with_address')}
      subject={() => {
        setFailure(null);
        return { amount: cart.amount_due, countries };
      }}
      failure={failure}
      onApproval={onApproval}
      onFailure={setFailure}
    />
  );
}

/**
 * Something has to be paid, and nothing renews: what renews needs a card. A wallet that is approved for a fixed sum is not
 * offered while delivery costs may be added.
 */
function useIsWalletOffered(): boolean {
  const shop = useShop();
  return useStore(shop.stores.cart, ({ cart }) => {
    const kinds = cart.products.map((line) => line.product_data.kind);
    const renews = kinds.some((kind) => legalProfiles[kind].renews);
    const isFinal = !cart.products.some((line) => line.product_data.is_shipped);
    return (
      (isFinal || shop.initialState.payment.has_fixed_wallet_amounts !== true) &&
      shop.initialState.payment.has_wallet_addresses === true &&
      !renews &&
      needsPaymentMethod(cart.amount_due, kinds)
    );
  });
}

type Tokenizer = Awaited<ReturnType<ReturnType<typeof useShop>['actions']['loadCardTokenizer']>>;

type OpenWallets = Extract<
  Awaited<ReturnType<NonNullable<Tokenizer['openWallets']>>>,
  { readonly ok: true }
>['value'];

/** The wallets of the provider; none where they cannot be opened, because the form below always works. */
function useWallets(isWanted: boolean) {
  const { t } = useTranslation('checkout');
  const { actions, initialState } = useShop();
  const locale = useLocale();
  const [opened, setOpened] = useState<OpenWallets | 'none' | null>(null);
  const title = t('payment.verification.title');
  const cancel = t('payment.verification.cancel');

  const open = useEffectEvent(async (): Promise<OpenWallets | 'none'> => {
    const started = await actions.startWallets(initialState.payment.wallet_provider);
    if (!started.ok) return 'none';
    const { client_token, provider } = started.value;
    try {
      const tokenizer = await actions.loadCardTokenizer(provider);
      const response = await tokenizer.openWallets?.({
        client_token,
        locale,
        verification: { title, cancel },
      });
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
      if (isCurrent) setOpened(result);
    });
    return () => {
      isCurrent = false;
      setOpened(null);
      void opening.then((result) => result !== 'none' && result.teardown());
    };
  }, [isWanted]);

  const wallets = opened === null || opened === 'none' ? [] : opened.wallets;
  return { wallets, isWaiting: isWanted && opened === null };
}
