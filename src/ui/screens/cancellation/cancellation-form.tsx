import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Cancellation } from '#core/rules/declaration.ts';
import { cancellationKinds } from '#core/rules/declaration.ts';
import type { Subscription } from '#core/rules/subscription.ts';
import { calendarDay } from '#core/rules/validity.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Radio } from '#ui/components/choice/choice.tsx';
import { DeclarantFields } from '#ui/components/declaration/declarant-fields.tsx';
import styles from '#ui/components/declaration/declaration.module.css';
import { TextArea } from '#ui/components/text-area/text-area.tsx';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import type { CancellationForm as Form } from '#ui/forms/declaration-schemas.ts';
import { cancellationSchema } from '#ui/forms/declaration-schemas.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { ContractChoice } from './contract-choice.tsx';

/** What was typed, and what it declares. */
export interface CancellationDraft {
  readonly form: Form;
  readonly declared: Cancellation;
}

export interface CancellationFormProps {
  /** What was typed before; null for an empty form. */
  readonly typed: Form | null;
  /** The learner's contracts that can be cancelled; none for a guest. */
  readonly contracts: readonly Subscription[];
  readonly onReady: (draft: CancellationDraft) => Promise<void>;
}

/** Step one: which contract, how and when it ends, who asks. */
export function CancellationForm({ typed, contracts, onReady }: CancellationFormProps) {
  const { t } = useTranslation('base');
  const { stores } = useShop();
  const learner = useStore(stores.session, (state) => (state.status === 'logged_in' ? state.learner : null));
  const formText = useFormText();
  const today = calendarDay(Date.now());
  const { register, handleSubmit, watch, formState } = useForm<Form>({
    resolver: zodResolver(cancellationSchema(today)),
    defaultValues: typed ?? {
      chosen: contracts[0]?.contract_code ?? '',
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
      <ContractChoice
        contracts={contracts}
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
