import { zodResolver } from '@hookform/resolvers/zod';
import type { UseFormRegister } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import type { Cancellation } from '#core/model/declaration.ts';
import { cancellationKinds } from '#core/model/declaration.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { calendarDay } from '#core/rules/calendar.ts';
import { Button } from '#ui/components/button.tsx';
import { DeclarantFields } from '#ui/components/declaration/declarant-fields.tsx';
import styles from '#ui/components/declaration/declaration.module.css';
import type { DeclaredRow } from '#ui/components/declaration/declaration-steps.tsx';
import {
  DeclarationNeedsJavaScript,
  DeclarationReceipt,
  DeclarationReview,
  EarlierReceipt,
  StepHeading,
  StepSkeleton,
} from '#ui/components/declaration/declaration-steps.tsx';
import { useDeclaration } from '#ui/components/declaration/use-declaration.ts';
import { Radio, TextArea, TextField } from '#ui/components/form-fields.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import type {
  CancellationForm as CancellationValues,
  CancellationForm as Form,
} from '#ui/forms/declaration-schemas.ts';
import { cancellationSchema } from '#ui/forms/declaration-schemas.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';

export const handle: RouteHandle = { theme: 'paper' };

const mostSubscriptions = 10;

/** A learner's subscriptions that can be cancelled; guests type a number. Without an answer they type it, too. */
async function loadSubscriptions({ context }: LoaderFunctionArgs): Promise<readonly Subscription[]> {
  const { queries, stores } = context.get(shopContext);
  if (stores.session.snapshot.status === 'guest') return [];
  const answer = await queries.listSubscriptions({ number: 1, size: mostSubscriptions });
  return answer.ok ? answer.value.items.filter((subscription) => subscription.on_cancel !== null) : [];
}

export const loader = loadSubscriptions;
export const clientLoader = loadSubscriptions;

/** Going from step to step asks for nothing. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** "Cancel subscriptions here": form, review with "cancel now", receipt; without login (decisions §8, § 312k BGB). */
export default function CancellationRoute() {
  const { t } = useTranslation('base');
  const subscriptions = useLoaderData<typeof loader>();
  const { actions } = useShop();
  const { step, draft, receipt, earlier, ...go } = useDeclaration<CancellationDraft>('cancellation');
  const rowsOf = useCancellationRows();

  return (
    <div className={layout.wrap}>
      <PageMeta title={t('cancellation.title')} description={t('cancellation.description')} />
      <div className={styles.page}>
        {(step === 'start' || step === 'form') && (
          <>
            <StepHeading title={t('cancellation.title')} lead={t('cancellation.lead')} />
            <EarlierReceipt receipt={earlier} />
            <DeclarationNeedsJavaScript />
            <CancellationForm typed={draft?.form ?? null} subscriptions={subscriptions} onReady={go.review} />
          </>
        )}
        {step === 'review' && draft !== null && (
          <DeclarationReview
            title={t('cancellation.review')}
            lead={t('cancellation.review_lead')}
            rows={rowsOf(draft.declared)}
            confirmLabel={t('cancellation.confirm')}
            onConfirm={() => actions.declareCancellation(draft.declared)}
            onReceipt={go.finish}
            onChange={go.change}
          />
        )}
        {step === 'receipt' && draft !== null && receipt !== null && (
          <DeclarationReceipt
            title={t('cancellation.received')}
            receipt={receipt}
            email={draft.declared.email}
            rows={rowsOf(draft.declared)}
          >
            <p>{t('cancellation.afterwards')}</p>
          </DeclarationReceipt>
        )}
        {step === 'waiting' && <StepSkeleton />}
      </div>
    </div>
  );
}

/** What was typed, and what it declares. */
interface CancellationDraft {
  readonly form: Form;
  readonly declared: Cancellation;
}

interface CancellationFormProps {
  /** What was typed before; null for an empty form. */
  readonly typed: Form | null;
  /** The learner's subscriptions that can be cancelled; none for a guest. */
  readonly subscriptions: readonly Subscription[];
  readonly onReady: (draft: CancellationDraft) => Promise<void>;
}

/** Step one: which subscription, how and when it ends, who asks. */
function CancellationForm({ typed, subscriptions, onReady }: CancellationFormProps) {
  const { t } = useTranslation('base');
  const { stores } = useShop();
  const learner = useStore(stores.session, (state) => (state.status === 'logged_in' ? state.learner : null));
  const formText = useFormText();
  const today = calendarDay(Date.now());
  const { register, handleSubmit, watch, formState } = useForm<Form>({
    resolver: zodResolver(cancellationSchema(today)),
    defaultValues: typed ?? {
      chosen: subscriptions[0]?.contract_code ?? '',
      code: '',
      kind: 'ordinary',
      reason: '',
      end: 'soonest',
      ends_on: '',
      name: learner === null ? '' : `${learner.firstname} ${learner.lastname}`.trim(),
      email: learner?.email ?? '',
    },
  });
  const { errors, isSubmitting } = formState;
  const said = (message: string | undefined) => (message === undefined ? undefined : formText(message));
  const isForCause = watch('kind') === 'extraordinary';
  const isOwnDay = watch('end') === 'day';

  const submit = handleSubmit((form) => onReady({ form, declared: toCancellation(form) }));

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <SubscriptionChoice
        subscriptions={subscriptions}
        isTyped={watch('chosen') === ''}
        error={said(errors.code?.message)}
        register={register}
      />
      <fieldset className={styles.group}>
        <legend>{t('cancellation.kind')}</legend>
        <div className={styles.options}>
          {cancellationKinds.map((kind) => (
            <Radio key={kind} value={kind} className={styles.option} {...register('kind')}>
              {t(`cancellation.kinds.${kind}`)}
              <span className={styles.quiet}>{t(`cancellation.kind_hint.${kind}`)}</span>
            </Radio>
          ))}
        </div>
        {isForCause && (
          <TextArea
            label={t('cancellation.reason')}
            error={said(errors.reason?.message)}
            {...register('reason')}
          />
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('cancellation.end')}</legend>
        <div className={styles.options}>
          {(['soonest', 'day'] as const).map((end) => (
            <Radio key={end} value={end} className={styles.option} {...register('end')}>
              {t(`cancellation.ends.${end}`)}
            </Radio>
          ))}
        </div>
        {isOwnDay && (
          <TextField
            type="date"
            label={t('cancellation.day')}
            min={today}
            error={said(errors.ends_on?.message)}
            {...register('ends_on')}
          />
        )}
      </fieldset>
      <DeclarantFields register={register} errors={errors} />
      <div className={styles.actions}>
        <Button type="submit" size="large" isLoading={isSubmitting}>
          {t('declaration.to_review')}
        </Button>
      </div>
      <p className={styles.note}>{t('declaration.privacy')}</p>
    </form>
  );
}

function toCancellation({ chosen, code, kind, reason, end, ends_on, name, email }: Form): Cancellation {
  return {
    code: chosen === '' ? code : chosen,
    kind,
    // Only good cause wants a reason; what was typed before the other choice is not sent.
    reason: kind === 'extraordinary' ? reason : null,
    ends_on: end === 'soonest' ? null : ends_on,
    name,
    email,
  };
}

interface SubscriptionChoiceProps {
  readonly subscriptions: readonly Subscription[];
  /** The number is typed, because none of the subscriptions is meant. */
  readonly isTyped: boolean;
  readonly error: string | undefined;
  readonly register: UseFormRegister<CancellationValues>;
}

/** Which subscription ends: one of the learner's own, or the number that stands in a mail. */
function SubscriptionChoice({ subscriptions, isTyped, error, register }: SubscriptionChoiceProps) {
  const { t } = useTranslation('base');
  const dateText = useDateText();
  return (
    <fieldset className={styles.group}>
      <legend>{t('cancellation.contract')}</legend>
      {subscriptions.length > 0 && (
        <div className={styles.options}>
          {subscriptions.map(({ id, contract_code, product, on_cancel }) => (
            <Radio key={id} value={contract_code} className={styles.option} {...register('chosen')}>
              <strong>{product.title}</strong>
              <span className={styles.quiet}>
                {t('cancellation.own', { code: contract_code, day: dateText(on_cancel?.ends_on ?? '') })}
              </span>
            </Radio>
          ))}
          <Radio value="" className={styles.option} {...register('chosen')}>
            {t('cancellation.other')}
          </Radio>
        </div>
      )}
      {isTyped && (
        <TextField
          label={t('declaration.code')}
          hint={t('cancellation.code_hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={error}
          {...register('code')}
        />
      )}
    </fieldset>
  );
}

/** What a cancellation declares, line by line, as its receipt says it. */
function useCancellationRows(): (declared: Cancellation) => readonly DeclaredRow[] {
  const { t } = useTranslation('base');
  const dateText = useDateText();
  return ({ code, kind, ends_on, reason, name, email }) => [
    { label: t('declaration.code'), value: code },
    { label: t('cancellation.kind'), value: t(`cancellation.kinds.${kind}`) },
    {
      label: t('cancellation.end'),
      value: ends_on === null ? t('cancellation.ends.soonest') : dateText(ends_on),
    },
    ...(reason === null ? [] : [{ label: t('cancellation.reason'), value: reason }]),
    { label: t('declaration.name'), value: name },
    { label: t('declaration.email'), value: email },
  ];
}
