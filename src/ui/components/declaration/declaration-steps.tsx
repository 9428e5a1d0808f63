import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router';
import type { DeclarationReceipt } from '#core/model/declaration.ts';
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
import type { Declaration } from './use-declaration.ts';

/** A line of what is declared. */
export interface DeclaredRow {
  readonly label: string;
  readonly value: ReactNode;
}

interface DeclarationStepsProps<Draft> {
  /** Beginning of the keys in locales `base`. */
  readonly kind: 'cancellation' | 'withdrawal';
  readonly declaration: Declaration<Draft>;
  /** Step one. */
  readonly form: ReactNode;
  /** What a draft declares, as review and receipt show it. */
  readonly rowsOf: (draft: Draft) => readonly DeclaredRow[];
  readonly onConfirm: (draft: Draft) => ApiResult<DeclarationReceipt>;
}

/** A declaration: form, review with the button that declares it, receipt. */
export function DeclarationSteps<Draft extends { readonly declared: { readonly email: string } }>({
  kind,
  declaration,
  form,
  rowsOf,
  onConfirm,
}: DeclarationStepsProps<Draft>) {
  const { t } = useTranslation('base');
  const { step, draft, receipt, earlier } = declaration;
  return (
    <div className={styles.page}>
      {(step === 'start' || step === 'form') && (
        <>
          <StepHeading title={t(`${kind}.title`)} lead={t(`${kind}.lead`)} />
          {earlier !== null && (
            <Notice tone="success">{t('declaration.earlier', { reference: earlier.reference })}</Notice>
          )}
          <NeedsJavaScript />
          {form}
        </>
      )}
      {step === 'review' && draft !== null && (
        <Review
          kind={kind}
          rows={rowsOf(draft)}
          onConfirm={() => onConfirm(draft)}
          onReceipt={declaration.finish}
          onChange={declaration.change}
        />
      )}
      {step === 'receipt' && draft !== null && receipt !== null && (
        <Receipt kind={kind} receipt={receipt} email={draft.declared.email} rows={rowsOf(draft)} />
      )}
      {step === 'waiting' && (
        <section aria-busy="true" aria-label={t('declaration.waiting')} className={styles.form}>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
        </section>
      )}
    </div>
  );
}

/** The heading of a step. After another step it takes the focus, as a page load would. */
function StepHeading({ title, lead }: { readonly title: string; readonly lead: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isPageLoad = useNavigationType() === 'POP';

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step appears
  useEffect(() => {
    if (!isPageLoad) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={styles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={`${text.lead} ${styles.lead}`}>{lead}</p>
    </div>
  );
}

interface ReviewProps {
  readonly kind: 'cancellation' | 'withdrawal';
  readonly rows: readonly DeclaredRow[];
  readonly onConfirm: () => ApiResult<DeclarationReceipt>;
  readonly onReceipt: (receipt: DeclarationReceipt) => void;
  readonly onChange: () => void;
}

/** Step two. The confirming button's label is required by law. */
function Review({ kind, rows, onConfirm, onReceipt, onChange }: ReviewProps) {
  const { t } = useTranslation('base');
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [error, setError] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setError(null);
    const response = await onConfirm();
    if (response.ok) onReceipt(response.value);
    else setError(failureText(response.error));
  }

  return (
    <>
      <StepHeading title={t(`${kind}.review`)} lead={t(`${kind}.review_lead`)} />
      <Rows rows={rows} />
      {error !== null && (
        <Notice tone="error" title={t('declaration.failed')}>
          {error}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button size="large" isLoading={isBusy} onClick={() => run(confirm)}>
          {t(`${kind}.confirm`)}
        </Button>
        <Button kind="text" onClick={onChange}>
          {t('declaration.change')}
        </Button>
      </div>
    </>
  );
}

interface ReceiptProps {
  readonly kind: 'cancellation' | 'withdrawal';
  readonly receipt: DeclarationReceipt;
  /** Where the same receipt was mailed. */
  readonly email: string;
  readonly rows: readonly DeclaredRow[];
}

/** The proof to print or keep: reference, day and time, and what was declared. */
function Receipt({ kind, receipt, email, rows }: ReceiptProps) {
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
      <StepHeading title={t(`${kind}.received`)} lead={t('declaration.mailed', { email })} />
      <Rows rows={[...proof, ...rows]} />
      <div className={styles.actions}>
        <Button kind="outline" size="large" onClick={() => window.print()}>
          {t('declaration.print')}
        </Button>
      </div>
      <div className={styles.after}>
        <p>{t(`${kind}.afterwards`)}</p>
      </div>
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly DeclaredRow[] }) {
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

/** Without JavaScript the form cannot be sent; a mail to the shop has the same legal effect. */
function NeedsJavaScript() {
  const { t } = useTranslation(['base', 'menu']);
  return (
    <noscript>
      <p>
        {t('declaration.needs_script')} <ShopLink to="/impressum">{t('menu:link.imprint')}</ShopLink>
      </p>
    </noscript>
  );
}
