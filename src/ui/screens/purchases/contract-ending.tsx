import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { formatPrice } from '#core/rules/money.ts';
import type { Subscription } from '#core/rules/subscription.ts';
import type { Answer } from '#core/use-cases/shop-queries.ts';
import { Button } from '#ui/components/button/button.tsx';
import { ConfirmDialog } from '#ui/components/dialog/confirm-dialog.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useDateText } from '#ui/hooks/use-date-text.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './contract-card.module.css';

/** How the contract ends, what ending it now would mean, and both ways: out, and back again. */
export function ContractEnding({ contract }: { readonly contract: Subscription }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { revalidate } = useRevalidator();
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [isAsked, setAsked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const words = useEndingWords(contract);
  const { product, on_cancel, can_resume } = contract;

  async function change(work: () => Answer<Subscription>, done: string): Promise<void> {
    setError(null);
    setSaid(null);
    const answer = await work();
    if (!answer.ok) return setError(failureText(answer.error));
    setSaid(done);
    await revalidate();
  }

  return (
    <div className={styles.ending}>
      {words !== null && <p>{words}</p>}
      <div role="status">{said !== null && <Notice tone="success">{said}</Notice>}</div>
      {error !== null && <Notice tone="error">{error}</Notice>}
      {on_cancel !== null && (
        <Button
          kind="outline"
          aria-label={t('purchases.cancel_title', { title: product.title })}
          onClick={() => setAsked(true)}
        >
          {t('purchases.cancel')}
        </Button>
      )}
      {can_resume && (
        <Button
          kind="outline"
          isLoading={isBusy}
          onClick={() =>
            run(() => change(() => actions.resumeSubscription(contract.id), t('purchases.resumed')))
          }
        >
          {t('purchases.resume')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t('purchases.cancel_title', { title: product.title })}
        description={words}
        cancelLabel={t('purchases.cancel_keep')}
        confirmLabel={t('purchases.cancel_confirm')}
        onConfirm={() => change(() => actions.cancelSubscription(contract.id), t('purchases.cancelled'))}
      />
    </div>
  );
}

/** What is to be known of the end; null where there is nothing to say. */
function useEndingWords(contract: Subscription): string | null {
  const { t } = useTranslation('myProfile');
  const locale = useLocale();
  const dateText = useDateText();
  const { status, renews, on_cancel, cancelled_at, ends_on, can_resume } = contract;
  if (on_cancel !== null) {
    const day = dateText(on_cancel.ends_on);
    const amount = formatPrice(on_cancel.refund, locale);
    return on_cancel.refund > 0
      ? t('purchases.on_cancel_refund', { day, amount })
      : t('purchases.on_cancel', { day });
  }
  if (ends_on === null) return cancelled_at === null ? null : t('purchases.cancel_noted');
  const day = dateText(ends_on);
  if (status === 'expired') return t('purchases.ended', { day });
  if (!renews) return t('purchases.ends_by_itself', { day });
  return can_resume ? t('purchases.ends', { day }) : t('purchases.ends_for_good', { day });
}
