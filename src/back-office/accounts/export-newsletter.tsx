import { useTranslation } from 'react-i18next';
import { operatorNewsletterEndpoints } from '#api/marketing/operator-newsletter-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { saveFile } from '#back-office/kit/save-file.ts';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { Button } from '#ui/components/parts/button.tsx';

/** Saves who gets the newsletter, with the proof of each consent; the second factor is asked for. */
export function ExportNewsletter() {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const { run, running, notice } = useAction();
  if (!permissions.includes('customers.export')) return null;
  const save = () =>
    run(
      'export',
      () => call(operatorNewsletterEndpoints.exportNewsletter),
      ({ filename, content }) => {
        saveFile(filename, new Blob([new Uint8Array(content)], { type: 'text/csv;charset=utf-8' }));
        return '';
      },
    );
  return (
    <>
      {notice}
      <Button kind="outline" isLoading={running === 'export'} onClick={() => void save()}>
        {t('customers.newsletter')}
      </Button>
    </>
  );
}
