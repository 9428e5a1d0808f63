import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/parts/button.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';

/** Button that copies the text beside it. */
export function CopyButton({ value }: { readonly value: string }) {
  const { t } = useTranslation('backOffice');
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <Button
        kind="outline"
        onClick={() => {
          navigator.clipboard.writeText(value).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
      >
        {t(isCopied ? 'once.copied' : 'once.copy')}
      </Button>
      <VisuallyHidden role="status">{isCopied ? t('once.copied') : ''}</VisuallyHidden>
    </>
  );
}
