import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router';
import type { DeclarationReceipt } from '#core/model/declaration.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { type Fact, FactList } from '#ui/components/parts/fact-list.tsx';
import { SubmitButton, WithoutScript } from '#ui/components/parts/fields/post-form.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Skeleton } from '#ui/components/parts/skeleton.tsx';
import { useMomentText } from '#ui/hooks/use-formats.ts';
import text from '#ui/styles/text.module.css';
import styles from './declaration.module.css';
import { type Declaration, stepQuery } from './use-declaration.ts';

const declarationRoutes = { cancellation: '/kuendigung', withdrawal: '/widerrufsbelehrung' } as const;

interface DeclarationStepsProps<Declared> {
  /** Prefix of the translation keys in locales `base`. */
  readonly kind: 'cancellation' | 'withdrawal';
  readonly declaration: Declaration<Declared>;
  /** The form with its submit button. */
  readonly form: ReactNode;
  /** Returns the rows that the receipt shows for a declaration. */
  readonly rowsOf: (declared: Declared) => readonly Fact[];
  /** Content below each step. */
  readonly children?: ReactNode;
}

/** The steps of a declaration: form, then receipt. */
export function DeclarationSteps<Declared extends { readonly email: string }>({
  kind,
  declaration,
  form,
  rowsOf,
  children,
}: DeclarationStepsProps<Declared>) {
  const { t } = useTranslation('base');
  const { step, kept } = declaration;
  return (
    <div className={styles.page}>
      {(step === 'start' || step === 'form') && (
        <>
          <StepHeading title={t(`${kind}.title`)} lead={t(`${kind}.lead`)} />
          {form}
        </>
      )}
      {step === 'receipt' && kept !== null && (
        <Receipt
          kind={kind}
          receipt={kept.receipt}
          email={kept.declared.email}
          rows={rowsOf(kept.declared)}
        />
      )}
      {step === 'waiting' && (
        <WithoutScript>
          {() => (
            <ShopLink to={`${declarationRoutes[kind]}${stepQuery('form')}`}>{t(`${kind}.title`)}</ShopLink>
          )}
        </WithoutScript>
      )}
      {step === 'waiting' && (
        <section aria-busy="true" aria-label={t('declaration.waiting')} className={styles.form}>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
        </section>
      )}
      {children}
    </div>
  );
}

/** The heading of a step. It gets the focus when the step replaces another one. */
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

interface ConfirmButtonProps {
  readonly kind: 'cancellation' | 'withdrawal';
  readonly declaration: Pick<Declaration<unknown>, 'isBusy' | 'error'>;
  readonly isDisabled?: boolean;
}

/** The submit button of a declaration, with the label required by law. */
export function ConfirmButton({ kind, declaration, isDisabled = false }: ConfirmButtonProps) {
  const { t } = useTranslation('base');
  return (
    <>
      {declaration.error !== null && (
        <Notice tone="error" title={t('declaration.failed')}>
          {declaration.error}
        </Notice>
      )}
      <div className={styles.actions}>
        <SubmitButton form={kind} size="large" isLoading={declaration.isBusy} disabled={isDisabled}>
          {t(`${kind}.confirm`)}
        </SubmitButton>
      </div>
      <p className={styles.note}>{t('declaration.privacy')}</p>
    </>
  );
}

interface ReceiptProps {
  readonly kind: 'cancellation' | 'withdrawal';
  readonly receipt: DeclarationReceipt;
  /** E-mail address to which the receipt is sent. */
  readonly email: string;
  readonly rows: readonly Fact[];
}

/** The receipt to print or save: reference, date and time, and content of the declaration. */
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
      <StepHeading
        title={t(`${kind}.received`)}
        lead={t(`declaration.mailed.${receipt.mailed}`, { email })}
      />
      <FactList facts={[...proof, ...rows]} className={styles.rows} />
      <div className={`${styles.actions} ${styles.print}`}>
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
