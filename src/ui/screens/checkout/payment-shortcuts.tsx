import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payment.ts';
import { Button } from '#ui/components/button/button.tsx';
import type { CardFields } from '#ui/components/card-fields/use-card-fields.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './payment-shortcuts.module.css';
import { useMethodText } from './use-method-text.ts';

type Shortcuts = Parameters<Parameters<NonNullable<CardFields['shortcuts$']>['subscribe']>[0] & object>[0];
type Shortcut = Shortcuts[number];
type Wallet = Extract<Shortcut, { readonly show: unknown }>;
type WalletAnswer = Parameters<Parameters<Wallet['show']>[0]['onEnd']>[0];
type SavedCard = Extract<Shortcut, { readonly use: unknown }>;

/** Why a way to pay without typing gave nothing; each code has a sentence in locales `checkout:payment.error`. */
export type ShortcutFailure = Extract<WalletAnswer, { readonly ok: false }>['error']['code'];

export interface PaymentShortcutsProps {
  readonly fields: CardFields | null;
  /** What is paid; null while it cannot be said. */
  readonly subject: () => VerificationSubject | null;
  readonly isBusy: boolean;
  /** Uses a stored card, as one piece of work. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
  readonly onNonce: (nonce: PaymentNonce) => Promise<void>;
  readonly onFailure: (code: ShortcutFailure) => void;
}

/** Ways to pay that need no typing, before the card; nothing where there are none (specification §4). */
export function PaymentShortcuts(props: PaymentShortcutsProps) {
  const { fields } = props;
  const { t } = useTranslation('checkout');
  const [shortcuts, setShortcuts] = useState<Shortcuts>([]);

  useEffect(() => {
    setShortcuts([]);
    const subscription = fields?.shortcuts$?.subscribe(setShortcuts);
    return () => subscription?.unsubscribe();
  }, [fields]);

  if (shortcuts.length === 0) return null;
  return (
    <section className={styles.shortcuts} aria-label={t('payment.shortcut.title')}>
      {shortcuts.map((shortcut) =>
        shortcut.kind === 'saved_card' ? (
          <SavedCardButton key={shortcut.id} card={shortcut} {...props} />
        ) : (
          <WalletButton key={shortcut.kind} wallet={shortcut} {...props} />
        ),
      )}
      <p className={styles.or}>{t('payment.shortcut.or')}</p>
    </section>
  );
}

interface SavedCardButtonProps extends PaymentShortcutsProps {
  readonly card: SavedCard;
}

function SavedCardButton({ card, subject, isBusy, run, onNonce, onFailure }: SavedCardButtonProps) {
  const { t } = useTranslation('checkout');
  const methodText = useMethodText();

  async function use(): Promise<void> {
    const asked = subject();
    if (asked === null) return;
    const answer = await card.use(asked);
    if (answer.ok) await onNonce(answer.value);
    else onFailure(answer.error.code);
  }

  return (
    <Button kind="outline" size="large" isWide isLoading={isBusy} onClick={() => run(use)}>
      {t('payment.shortcut.saved_card', { method: methodText(card.method) })}
    </Button>
  );
}

interface WalletButtonProps extends PaymentShortcutsProps {
  readonly wallet: Wallet;
}

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
