import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeclarationReceipt as Receipt } from '#core/rules/declaration.ts';
import { Button } from '#ui/components/button/button.tsx';
import { useMomentText } from '#ui/hooks/use-moment-text.ts';
import styles from './declaration.module.css';
import type { DeclaredRow } from './declaration-sheet.tsx';
import { DeclarationSheet } from './declaration-sheet.tsx';
import { StepHeading } from './step-heading.tsx';

export interface DeclarationReceiptProps {
  readonly title: string;
  readonly receipt: Receipt;
  /** Where the same receipt has gone. */
  readonly email: string;
  readonly rows: readonly DeclaredRow[];
  /** What follows. */
  readonly children: ReactNode;
}

/** The proof: reference, day and time, and what was declared, to print or to keep. */
export function DeclarationReceipt({ title, receipt, email, rows, children }: DeclarationReceiptProps) {
  const { t } = useTranslation('base');
  const momentText = useMomentText();
  const proof = [
    { label: t('declaration.reference'), value: <strong>{receipt.reference}</strong> },
    {
      label: t('declaration.received'),
      value: <time dateTime={receipt.received_at}>{momentText(receipt.received_at)}</time>,
    },
  ];
  return (
    <>
      <StepHeading title={title} lead={t('declaration.mailed', { email })} />
      <DeclarationSheet rows={[...proof, ...rows]} />
      <div className={styles.actions}>
        <Button kind="outline" size="large" onClick={() => window.print()}>
          {t('declaration.print')}
        </Button>
      </div>
      <div className={styles.after}>{children}</div>
    </>
  );
}
