import { useTranslation } from 'react-i18next';
import { operatorNewsletterEndpoints } from '#api/marketing/operator-newsletter-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { SaveButton } from '#back-office/kit/files/save-button.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';

/** Exports the newsletter subscribers with the proof of each consent. Requires the second factor. */
export function ExportNewsletter() {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  if (!permissions.includes('customers.export')) return null;
  return (
    <SaveButton load={(options) => call(operatorNewsletterEndpoints.exportNewsletter, {}, options)}>
      {t('customers.newsletter')}
    </SaveButton>
  );
}
