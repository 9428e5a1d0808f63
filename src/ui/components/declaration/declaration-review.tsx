import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeclarationReceipt } from '#core/rules/declaration.ts';
import type { Answer } from '#core/use-cases/shop-queries.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import styles from './declaration.module.css';
import type { DeclaredRow } from './declaration-sheet.tsx';
import { DeclarationSheet } from './declaration-sheet.tsx';
import { StepHeading } from './step-heading.tsx';

export interface DeclarationReviewProps {
  readonly title: string;
  readonly lead: string;
  readonly rows: readonly DeclaredRow[];
  /** The words that the law asks for on the button. */
  readonly confirmLabel: string;
  readonly onConfirm: () => Answer<DeclarationReceipt>;
  readonly onReceipt: (receipt: DeclarationReceipt) => void;
  readonly onChange: () => void;
}

/** Step two: what is declared once more, and the button that declares it. */
export function DeclarationReview(props: DeclarationReviewProps) {
  const { title, lead, rows, confirmLabel, onConfirm, onReceipt, onChange } = props;
  const { t } = useTranslation('base');
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [error, setError] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setError(null);
    const answer = await onConfirm();
    if (answer.ok) onReceipt(answer.value);
    else setError(failureText(answer.error));
  }

  return (
    <>
      <StepHeading title={title} lead={lead} />
      <DeclarationSheet rows={rows} />
      {error !== null && (
        <Notice tone="error" title={t('declaration.failed')}>
          {error}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button size="large" isLoading={isBusy} onClick={() => run(confirm)}>
          {confirmLabel}
        </Button>
        <Button kind="text" onClick={onChange}>
          {t('declaration.change')}
        </Button>
      </div>
    </>
  );
}
