import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedAddress } from '#core/rules/address.ts';
import type { Subscription } from '#core/rules/subscription.ts';
import { Button } from '#ui/components/button/button.tsx';
import { CardEntryFailure, CardEntryForm } from '#ui/components/card-fields/card-entry.tsx';
import { useCardEntry } from '#ui/components/card-fields/use-card-entry.ts';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { useMethodText } from '#ui/screens/checkout/use-method-text.ts';
import styles from './card-change.module.css';

export interface CardChangeFormProps {
  readonly contract: Subscription;
  /** Whose card it may be, for the bank's check; null when no address is known. */
  readonly address: SavedAddress | null;
  readonly onChanged: (contract: Subscription) => void;
}

/** The card until now, the fields for another one, and the button that changes it. */
export function CardChangeForm({ contract, address, onChanged }: CardChangeFormProps) {
  const { t } = useTranslation(['myProfile', 'checkout']);
  const { actions, stores } = useShop();
  const learner = useStore(stores.session, (state) => (state.status === 'logged_in' ? state.learner : null));
  const methodText = useMethodText();
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [error, setError] = useState<string | null>(null);
  const { id, payment_method, status, price } = contract;
  const entry = useCardEntry({ subjectId: id, start: () => actions.startCardChange(id) });

  async function change(): Promise<void> {
    if (!entry.begin()) return;
    setError(null);
    const owner = address ?? learner;
    const nonce = await entry.tokenize({
      amount: price,
      email: learner?.email ?? '',
      billing_name: `${owner?.firstname ?? ''} ${owner?.lastname ?? ''}`.trim(),
      billing_country: address?.country ?? 'DE',
      billing_address: address,
    });
    if (nonce === null) return;
    const answer = await actions.changePaymentMethod(id, nonce.nonce, nonce.device_data);
    if (answer.ok) return onChanged(answer.value);
    setError(failureText(answer.error));
    // A nonce is used once.
    entry.restart();
  }

  return (
    <>
      <dl className={styles.now}>
        <dt>{t('card.until_now')}</dt>
        <dd>{payment_method === null ? t('purchases.no_method') : methodText(payment_method)}</dd>
      </dl>
      {status === 'past_due' && <Notice tone="warning">{t('card.charged_at_once')}</Notice>}
      <form
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(change);
        }}
      >
        <CardEntryForm entry={entry} />
        <CardEntryFailure entry={entry} />
        {error !== null && <Notice tone="error">{error}</Notice>}
        <div className={styles.actions}>
          <Button type="submit" size="large" isLoading={isBusy} disabled={!entry.isReady}>
            {t('card.submit')}
          </Button>
          <LinkButton to="/profil/subscription" kind="text" reloadDocument>
            {t('card.cancel')}
          </LinkButton>
        </div>
      </form>
      <VisuallyHidden>
        <span role="status">{isBusy ? t('checkout:payment.verifying') : ''}</span>
      </VisuallyHidden>
    </>
  );
}
