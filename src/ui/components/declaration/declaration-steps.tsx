import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router';
import type {
  DeclarationReceipt as Receipt,
  DeclarationReceipt as ReceiptData,
} from '#core/model/declaration.ts';
import type { ApiResult } from '#core/storefront/context.ts';
import { Button } from '#ui/components/button.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { Skeleton } from '#ui/components/skeleton.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useMomentText } from '#ui/hooks/use-formats.ts';
import text from '#ui/styles/text.module.css';
import styles from './declaration.module.css';

/** A line of what is declared. */
export interface DeclaredRow {
  readonly label: string;
  readonly value: ReactNode;
}

/** What is declared, as it goes to the shop and comes back in the receipt. */
function DeclarationRows({ rows }: { readonly rows: readonly DeclaredRow[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The heading of a step; a step that follows another takes the focus there, as a page of its own would. */
export function StepHeading({ title, lead }: { readonly title: ReactNode; readonly lead?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useNavigationType() === 'POP';

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step appears
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={styles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && <p className={`${text.lead} ${styles.lead}`}>{lead}</p>}
    </div>
  );
}

interface DeclarationReviewProps {
  readonly title: string;
  readonly lead: string;
  readonly rows: readonly DeclaredRow[];
  /** The words that the law asks for on the button. */
  readonly confirmLabel: string;
  readonly onConfirm: () => ApiResult<ReceiptData>;
  readonly onReceipt: (receipt: ReceiptData) => void;
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
      <DeclarationRows rows={rows} />
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

interface DeclarationReceiptProps {
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
      <DeclarationRows rows={[...proof, ...rows]} />
      <div className={styles.actions}>
        <Button kind="outline" size="large" onClick={() => window.print()}>
          {t('declaration.print')}
        </Button>
      </div>
      <div className={styles.after}>{children}</div>
    </>
  );
}

/** Says to who comes back to the form that the last declaration stands. */
export function EarlierReceipt({ receipt }: { readonly receipt: ReceiptData | null }) {
  const { t } = useTranslation('base');
  if (receipt === null) return null;
  return <Notice tone="success">{t('declaration.earlier', { reference: receipt.reference })}</Notice>;
}

/** Stands where a step comes that only this tab knows. */
export function StepSkeleton() {
  const { t } = useTranslation('base');
  return (
    <section aria-busy="true" aria-label={t('declaration.waiting')} className={styles.form}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </section>
  );
}

/** Without JavaScript the form cannot send; a mail to the shop has the same effect. */
export function DeclarationNeedsJavaScript() {
  const { t } = useTranslation(['base', 'menu']);
  return (
    <noscript>
      <p>
        {t('declaration.needs_script')} <ShopLink to="/impressum">{t('menu:link.imprint')}</ShopLink>
      </p>
    </noscript>
  );
}
