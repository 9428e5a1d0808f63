import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payment.ts';
import { Notice } from '#ui/components/notice/notice.tsx';
import { Skeleton } from '#ui/components/skeleton/skeleton.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './express-payment.module.css';
import type { ShortcutFailure, Wallet } from './use-payment-shortcuts.ts';

export interface ExpressPaymentProps {
  readonly wallets: readonly Wallet[];
  /** More may come: their place is kept, so that nothing below moves. */
  readonly isWaiting: boolean;
  /** What is paid; null while it cannot be said. */
  readonly subject: () => VerificationSubject | null;
  readonly failure: ShortcutFailure | null;
  readonly onNonce: (nonce: PaymentNonce) => Promise<void>;
  readonly onFailure: (code: ShortcutFailure) => void;
}

/** Wallets in one row before everything else; nothing where there are none (specification §4). */
export function ExpressPayment({ wallets, isWaiting, failure, ...rest }: ExpressPaymentProps) {
  const { t } = useTranslation('checkout');
  if (wallets.length === 0 && !isWaiting) return null;
  return (
    <section
      className={styles.express}
      aria-label={t('payment.shortcut.title')}
      aria-busy={isWaiting || undefined}
    >
      <div className={styles.row}>
        {wallets.length === 0 && <Skeleton className={styles.place} />}
        {wallets.map((wallet) => (
          <WalletButton key={wallet.kind} wallet={wallet} {...rest} />
        ))}
      </div>
      {failure !== null && <Notice tone="error">{t(`payment.error.${failure}`)}</Notice>}
      <p className={styles.or}>{t('payment.shortcut.or')}</p>
    </section>
  );
}

interface WalletButtonProps extends Pick<ExpressPaymentProps, 'subject' | 'onNonce' | 'onFailure'> {
  readonly wallet: Wallet;
}

type WalletAnswer = Parameters<Parameters<Wallet['show']>[0]['onEnd']>[0];

/** The wallet draws its button itself, once; what it is about is asked when it is pressed. */
function WalletButton({ wallet, subject, onNonce, onFailure }: WalletButtonProps) {
  const { t } = useTranslation('checkout');
  const { initialState } = useShop();
  const merchant = initialState.facts?.name ?? '';
  const place = useRef<HTMLDivElement>(null);
  const askedFor = useEffectEvent(subject);
  const end = useEffectEvent((answer: WalletAnswer) => {
    if (answer.ok) void onNonce(answer.value);
    else onFailure(answer.error.code);
  });
  const label = t('payment.shortcut.wallet', { wallet: t(`payment.kind.${wallet.kind}`) });

  useEffect(() => {
    if (place.current === null) return;
    return wallet.show({
      container: place.current,
      label,
      merchant,
      subject: () => askedFor(),
      onEnd: (answer) => end(answer),
    });
  }, [wallet, label, merchant]);

  return <div ref={place} className={styles.wallet} />;
}
