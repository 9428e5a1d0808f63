import { useTranslation } from 'react-i18next';
import type { Subscription } from '#core/rules/subscription.ts';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useMethodText } from '#ui/screens/checkout/use-method-text.ts';

/** The new card counts; a charge that was open may still be on its way. */
export function CardChanged({ contract }: { readonly contract: Subscription }) {
  const { t } = useTranslation('myProfile');
  const methodText = useMethodText();
  const { payment_method, status } = contract;
  const method = payment_method === null ? '' : methodText(payment_method);
  return (
    <>
      <Notice tone="success" title={t('card.changed_title')} isLive>
        {t(status === 'past_due' ? 'card.changed_waiting' : 'card.changed', { method })}
      </Notice>
      <LinkButton to="/profil/subscription" size="large" reloadDocument>
        {t('card.back')}
      </LinkButton>
    </>
  );
}
