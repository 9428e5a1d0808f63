import { useEffect, useState } from 'react';
import type { CardFields } from '#ui/components/card-fields/use-card-fields.ts';

type Offered = Parameters<Parameters<NonNullable<CardFields['shortcuts$']>['subscribe']>[0] & object>[0];

/** A wallet that draws its own button. */
export type Wallet = Extract<Offered[number], { readonly show: unknown }>;

/** A card that the provider has kept. */
export type SavedCard = Extract<Offered[number], { readonly use: unknown }>;

/** Why a way to pay without typing gave nothing; each code has a sentence in locales `checkout:payment.error`. */
export type ShortcutFailure = Extract<
  Parameters<Parameters<Wallet['show']>[0]['onEnd']>[0],
  { readonly ok: false }
>['error']['code'];

export interface PaymentShortcuts {
  readonly savedCards: readonly SavedCard[];
  readonly wallets: readonly Wallet[];
  /** Whether there may be kept cards that are not known yet. */
  readonly isWaitingForCards: boolean;
  readonly isWaitingForWallets: boolean;
}

type Progress = 'asking' | 'cards_known' | 'all_known';

/**
 * Ways to pay that need no typing (specification §4), as they become known. `isWanted`: the provider may have some, and
 * the order can be paid with them; their places are kept until it is known which ones come.
 */
export function usePaymentShortcuts(fields: CardFields | null, isWanted: boolean): PaymentShortcuts {
  const [shortcuts, setShortcuts] = useState<Offered>([]);
  const [progress, setProgress] = useState<Progress>('asking');

  useEffect(() => {
    setShortcuts([]);
    setProgress('asking');
    if (!isWanted || fields === null) return;
    if (fields.shortcuts$ === undefined) return setProgress('all_known');
    const subscription = fields.shortcuts$.subscribe({
      next(known) {
        setShortcuts(known);
        setProgress('cards_known');
      },
      complete: () => setProgress('all_known'),
    });
    return () => subscription.unsubscribe();
  }, [fields, isWanted]);

  return {
    savedCards: shortcuts.filter((shortcut) => shortcut.kind === 'saved_card'),
    wallets: shortcuts.filter((shortcut) => shortcut.kind !== 'saved_card'),
    isWaitingForCards: isWanted && progress === 'asking',
    isWaitingForWallets: isWanted && progress !== 'all_known',
  };
}
