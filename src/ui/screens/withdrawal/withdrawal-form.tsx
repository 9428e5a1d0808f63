import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { PaymentRecord } from '#core/rules/payment-record.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Radio } from '#ui/components/choice/choice.tsx';
import { DeclarantFields } from '#ui/components/declaration/declarant-fields.tsx';
import styles from '#ui/components/declaration/declaration.module.css';
import { TextArea } from '#ui/components/text-area/text-area.tsx';
import type { WithdrawalForm as Form } from '#ui/forms/declaration-schemas.ts';
import { withdrawalSchema } from '#ui/forms/declaration-schemas.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { OrderChoice } from './order-choice.tsx';
import { PartsChoice } from './parts-choice.tsx';
import { useChosenOrder } from './use-chosen-order.ts';
import type { WithdrawalDraft } from './withdrawal-draft.ts';
import { toWithdrawal } from './withdrawal-draft.ts';

export interface WithdrawalFormProps {
  /** What was typed before; null for an empty form. */
  readonly typed: Form | null;
  /** The learner's last orders; none for a guest. */
  readonly orders: readonly PaymentRecord[];
  readonly onReady: (draft: WithdrawalDraft) => Promise<void>;
}

/** Step one: which order, all of it or parts, who asks. */
export function WithdrawalForm({ typed, orders, onReady }: WithdrawalFormProps) {
  const { t } = useTranslation('base');
  const formText = useFormText();
  const first = useFirstValues(orders);
  const form = useForm<Form>({ resolver: zodResolver(withdrawalSchema), defaultValues: typed ?? first });
  const { register, handleSubmit, watch, setValue, formState } = form;
  const { errors, isSubmitting } = formState;
  const said = (message: string | undefined) => (message === undefined ? undefined : formText(message));
  const [code, scope, ticked] = watch(['chosen', 'scope', 'ticked']);
  const order = orders.find((one) => one.order_code === code);
  const chosen = useChosenOrder(scope === 'parts' && order !== undefined ? order.order_id : null);

  // Ticks belong to one order; where its lines are not known there is nothing to tick.
  const lines = chosen.order?.products;
  const isLoading = chosen.status === 'loading';
  useEffect(() => {
    if (isLoading) return;
    const before = form.getValues('ticked') ?? [];
    const known = lines?.filter((line) => before.includes(line.id)).map((line) => line.id);
    setValue('ticked', known ?? null);
  }, [isLoading, lines, form, setValue]);

  const submit = handleSubmit((values) =>
    onReady({ form: values, declared: toWithdrawal(values, chosen.order) }),
  );

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <OrderChoice
        orders={orders}
        isTyped={code === ''}
        error={said(errors.code?.message)}
        register={register}
      />
      <fieldset className={styles.group}>
        <legend>{t('withdrawal.scope')}</legend>
        <div className={styles.options}>
          {(['everything', 'parts'] as const).map((value) => (
            <Radio key={value} value={value} className={styles.option} {...register('scope')}>
              {t(`withdrawal.scopes.${value}`)}
            </Radio>
          ))}
        </div>
        {scope === 'parts' && (
          <PartsChoice
            chosen={chosen}
            ticked={ticked ?? []}
            error={said(errors.ticked?.message ?? errors.parts?.message)}
            register={register}
          />
        )}
        <TextArea
          label={t('withdrawal.reason')}
          hint={t('withdrawal.reason_hint')}
          isOptional
          rows={2}
          error={said(errors.reason?.message)}
          {...register('reason')}
        />
      </fieldset>
      <DeclarantFields register={register} errors={errors} />
      <div className={styles.actions}>
        <Button type="submit" size="large" isLoading={isSubmitting} disabled={isLoading}>
          {t('declaration.to_review')}
        </Button>
      </div>
      <p className={styles.note}>{t('declaration.privacy')}</p>
    </form>
  );
}

/** An order named in the address (`?bestellung=`) is chosen, or its number stands there already. */
function useFirstValues(orders: readonly PaymentRecord[]): Form {
  const { stores } = useShop();
  const learner = useStore(stores.session, (state) => (state.status === 'logged_in' ? state.learner : null));
  const [query] = useSearchParams();
  const named = query.get('bestellung');
  const known = named === null ? orders[0] : orders.find((order) => order.order_code === named);
  return {
    chosen: known?.order_code ?? '',
    code: known === undefined ? (named ?? '') : '',
    scope: 'everything',
    ticked: null,
    pieces: {},
    parts: '',
    reason: '',
    name: learner === null ? '' : `${learner.firstname} ${learner.lastname}`.trim(),
    email: learner?.email ?? '',
  };
}
