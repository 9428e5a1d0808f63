import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { Button } from '#ui/components/button.tsx';
import { EmptyState } from '#ui/components/page-parts.tsx';

/** Stands where a list did not arrive, with another try. */
export function ListFailed() {
  const { t } = useTranslation('myProfile');
  const { revalidate, state } = useRevalidator();
  return (
    <EmptyState
      headingLevel={3}
      title={t('purchases.failed.title')}
      action={
        <Button kind="outline" isLoading={state === 'loading'} onClick={() => void revalidate()}>
          {t('purchases.failed.action')}
        </Button>
      }
    >
      {t('purchases.failed.text')}
    </EmptyState>
  );
}
