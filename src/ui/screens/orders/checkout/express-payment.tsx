import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cents } from '#core/model/values.ts';
import { noCents } from '#core/rules/basics/money.ts';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Skeleton } from '#ui/components/parts/skeleton.tsx';
import type { CardFields } from '#ui/components/payments/use-card-fields.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './express-payment.module.css';

/** Subject of a wallet payment: at least the amount. */
interface Approved {
  readonly amount: Cents;
}

interface ExpressPaymentProps<Subject extends Approved> {
  readonly wallets: readonly WalletFor<Subject>[];
  /** Whether more wallets may appear; their space is reserved. */
  readonly isWaiting: boolean;
  /** Keeps the reserved space although there are no wallets, so that the content below does not move. */
  readonly reservesSpace?: boolean;
  /** Returns the payment's data, for the bank's verification or to request the address; null while unknown. */
  readonly subject: () => Subject | null;
  readonly failure: ExpressFailure | null;
  readonly hint?: string;
  /** Called after an approval. `amount` is the approved amount, even if the order's has changed since. */
  readonly onApproval: (approval: WalletApproval, amount: Cents) => Promise<void>;
  readonly onFailure: (code: ExpressFailure) => void;
}

/**
 * Wallet buttons in one row; renders nothing if there are none (docs/behaviour/payments.md#express-payment-methods).
 */
export function ExpressPayment<Subject extends Approved>({
  wallets,
  isWaiting,
  reservesSpace = false,
  failure,
  hint,
  ...rest
}: ExpressPaymentProps<Subject>) {
  const { t } = useTranslation('checkout');
  if (wallets.length === 0 && !isWaiting && !reservesSpace) return null;
  return (
    <section
      className={styles.express}
      data-empty={reservesSpace || undefined}
      aria-label={t('payment.express.title')}
      aria-busy={isWaiting || undefined}
    >
      <div className={styles.row}>
        {wallets.length === 0 && <Skeleton className={styles.place} />}
        {wallets.map((wallet) => (
          <WalletButton key={wallet.kind} wallet={wallet} {...rest} />
        ))}
      </div>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {failure !== null && <Notice tone="error">{t(`payment.error.${failure}`)}</Notice>}
      <p className={styles.or}>{t('payment.express.or')}</p>
    </section>
  );
}

interface WalletButtonProps<Subject extends Approved>
  extends Pick<ExpressPaymentProps<Subject>, 'subject' | 'onApproval' | 'onFailure'> {
  readonly wallet: WalletFor<Subject>;
}

/** A button drawn by the wallet, once. The payment's data is read when it is pressed. */
function WalletButton<Subject extends Approved>({
  wallet,
  subject,
  onApproval,
  onFailure,
}: WalletButtonProps<Subject>) {
  const { t } = useTranslation('checkout');
  const { initialState } = useShop();
  const merchant = initialState.facts?.name ?? '';
  const place = useRef<HTMLDivElement>(null);
  const amount = useRef(noCents);
  const readSubject = useEffectEvent(() => {
    const asked = subject();
    amount.current = asked?.amount ?? noCents;
    return asked;
  });
  const end = useEffectEvent((response: WalletResult) => {
    if (response.ok) void onApproval(response.value, amount.current);
    else onFailure(response.error.code);
  });
  const label = t('payment.express.wallet', { wallet: t(`payment.kind.${wallet.kind}`) });

  useEffect(() => {
    if (place.current === null) return;
    return wallet.show({
      container: place.current,
      label,
      merchant,
      subject: () => readSubject(),
      onEnd: (response) => end(response),
    });
  }, [wallet, label, merchant]);

  return <div ref={place} className={styles.wallet} />;
}

type OfferedMethods = Parameters<
  Parameters<NonNullable<CardFields['expressMethods$']>['subscribe']>[0] & object
>[0];

/** A wallet that draws its own button. */
type Wallet = Extract<OfferedMethods[number], { readonly show: unknown }>;

type WalletButtonOptions = Parameters<Wallet['show']>[0];

type WalletResult = Parameters<WalletButtonOptions['onEnd']>[0];

/** A wallet's nonce, with the shopper's contact data if requested. */
export type WalletApproval = Extract<WalletResult, { readonly ok: true }>['value'];

/** A wallet whose button requests a payment of `Subject` when pressed. */
interface WalletFor<Subject> {
  readonly kind: Wallet['kind'];
  show(button: Omit<WalletButtonOptions, 'subject'> & { readonly subject: () => Subject | null }): () => void;
}

type SavedCard = Extract<OfferedMethods[number], { readonly use: unknown }>;

/** Failure of an express payment; each code has a text in locales `checkout:payment.error`. */
export type ExpressFailure = Extract<WalletResult, { readonly ok: false }>['error']['code'];

interface ExpressMethods {
  readonly savedCards: readonly SavedCard[];
  readonly wallets: readonly Wallet[];
  /** Whether more saved cards may appear. */
  readonly isWaitingForCards: boolean;
  readonly isWaitingForWallets: boolean;
}

type Progress = 'asking' | 'cards_known' | 'all_known';

/**
 * Returns the payment methods that need no typing, as they become known. `isWanted` means that the provider may offer
 * some and the order can be paid with them; their space is reserved until they are known.
 */
export function useExpressMethods(fields: CardFields | null, isWanted: boolean): ExpressMethods {
  const [methods, setMethods] = useState<OfferedMethods>([]);
  const [progress, setProgress] = useState<Progress>('asking');

  useEffect(() => {
    setMethods([]);
    setProgress('asking');
    if (!isWanted || fields === null) return;
    if (fields.expressMethods$ === undefined) return setProgress('all_known');
    const subscription = fields.expressMethods$.subscribe({
      next(known) {
        setMethods(known);
        setProgress('cards_known');
      },
      complete: () => setProgress('all_known'),
    });
    return () => subscription.unsubscribe();
  }, [fields, isWanted]);

  return {
    savedCards: methods.filter((method) => method.kind === 'saved_card'),
    wallets: methods.filter((method) => method.kind !== 'saved_card'),
    isWaitingForCards: isWanted && progress === 'asking',
    isWaitingForWallets: isWanted && progress !== 'all_known',
  };
}
