import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button/button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { CardForm } from './card-form.tsx';
import { TestCards } from './test-cards.tsx';
import type { CardEntry } from './use-card-entry.ts';

/** The card fields, with the cards to try in demo mode, and a way on when the fields could not be brought. */
export function CardEntryForm({ entry }: { readonly entry: CardEntry }) {
  const { t } = useTranslation('checkout');
  const { initialState } = useShop();
  return (
    <>
      <CardForm {...entry.form} />
      {entry.failedToStart !== null && (
        <Notice tone="error">
          <p>{t(`payment.error.${entry.failedToStart}`)}</p>
          <Button kind="text" onClick={entry.restart}>
            {t('payment.retry')}
          </Button>
        </Notice>
      )}
      {initialState.facts?.is_demo === true && <TestCards />}
    </>
  );
}

/** Why the last try gave nothing, where it is not said at a field. */
export function CardEntryFailure({ entry }: { readonly entry: CardEntry }) {
  const { t } = useTranslation('checkout');
  return entry.failure === null ? null : <Notice tone="error">{t(`payment.error.${entry.failure}`)}</Notice>;
}
