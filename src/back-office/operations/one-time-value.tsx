import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './administration.module.css';

interface OneTimeValueProps {
  readonly text: string;
  readonly value: string;
}

/** A secret that is shown once, with a button that copies it. */
export function OneTimeValue({ text, value }: OneTimeValueProps) {
  const { t } = useTranslation('backOffice');
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <p>{text}</p>
      <code className={styles.secret}>{value}</code>
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
    </>
  );
}
