import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Order } from '#core/model/order.ts';
import type { PaymentRecord } from '#core/model/payment.ts';
import { calendarDay } from '#core/rules/calendar.ts';
import { Button } from '#ui/components/button.tsx';
import { DeclarantFields } from '#ui/components/declaration/declarant-fields.tsx';
import styles from '#ui/components/declaration/declaration.module.css';
import { Checkbox, FieldError, Radio, Select, TextArea, TextField } from '#ui/components/form-fields.tsx';
import { Skeleton } from '#ui/components/skeleton.tsx';
import type {
  WithdrawalForm as Form,
  WithdrawalForm as WithdrawalValues,
} from '#ui/forms/declaration-schemas.ts';
import { withdrawalSchema } from '#ui/forms/declaration-schemas.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import type { WithdrawalDraft } from './withdrawal-draft.ts';
import { toWithdrawal } from './withdrawal-draft.ts';

interface WithdrawalFormProps {
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

interface OrderChoiceProps {
  readonly orders: readonly PaymentRecord[];
  /** The number is typed, because none of the orders is meant. */
  readonly isTyped: boolean;
  readonly error: string | undefined;
  readonly register: UseFormRegister<WithdrawalValues>;
}

/** Which order: one of the learner's own, or the number that stands in a mail. */
function OrderChoice({ orders, isTyped, error, register }: OrderChoiceProps) {
  const { t } = useTranslation('base');
  const dateText = useDateText();
  return (
    <fieldset className={styles.group}>
      <legend>{t('withdrawal.order')}</legend>
      {orders.length > 0 && (
        <div className={styles.options}>
          {orders.map(({ id, order_code, date, title, items }) => (
            <Radio key={id} value={order_code} className={styles.option} {...register('chosen')}>
              <strong>{title}</strong>
              {items > 1 && ` ${t('withdrawal.more', { count: items - 1 })}`}
              <span className={styles.quiet}>
                {t('withdrawal.own', { code: order_code, day: dateText(calendarDay(Date.parse(date))) })}
              </span>
            </Radio>
          ))}
          <Radio value="" className={styles.option} {...register('chosen')}>
            {t('withdrawal.other')}
          </Radio>
        </div>
      )}
      {isTyped && (
        <TextField
          label={t('declaration.code')}
          hint={t('withdrawal.code_hint')}
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

interface PartsChoiceProps {
  readonly chosen: ChosenOrder;
  readonly ticked: readonly string[];
  /** What is wrong with the ticks, or with what was typed. */
  readonly error: string | undefined;
  readonly register: UseFormRegister<WithdrawalValues>;
}

/** Which articles: ticked where the order is known, else typed as the confirmation names them. */
function PartsChoice({ chosen, ticked, error, register }: PartsChoiceProps) {
  const { t } = useTranslation('base');
  if (chosen.status === 'loading') {
    return (
      <div aria-busy="true" role="status" aria-label={t('withdrawal.loading')}>
        <Skeleton />
        <Skeleton shape="short" />
      </div>
    );
  }
  if (chosen.order === null) {
    return (
      <TextArea
        label={t('withdrawal.parts')}
        hint={t('withdrawal.parts_hint')}
        error={error}
        {...register('parts')}
      />
    );
  }
  return (
    <fieldset className={styles.plain} aria-describedby="parts-error">
      <legend>{t('withdrawal.parts')}</legend>
      {chosen.order.products.map(({ id, title, quantity }) => (
        <div key={id} className={styles.piece}>
          <Checkbox value={id} {...register('ticked')}>
            {title}
          </Checkbox>
          {quantity > 1 && ticked.includes(id) && (
            <Select
              label={t('withdrawal.pieces')}
              defaultValue={String(quantity)}
              {...register(`pieces.${id}`)}
            >
              {Array.from({ length: quantity }, (_, index) => index + 1).map((pieces) => (
                <option key={pieces} value={pieces}>
                  {pieces}
                </option>
              ))}
            </Select>
          )}
        </div>
      ))}
      <FieldError id="parts-error">{error ?? null}</FieldError>
    </fieldset>
  );
}

/** `unknown` when there is none to look up, or it did not come: parts are typed then. */
type ChosenOrder =
  | { readonly status: 'unknown' | 'loading'; readonly order: null }
  | { readonly status: 'known'; readonly order: Order };

const unknownOrder: ChosenOrder = { status: 'unknown', order: null };

/** The lines of one of the learner's own orders, once somebody wants to withdraw from parts of it. */
function useChosenOrder(id: string | null): ChosenOrder {
  const { queries } = useShop();
  const [found, setFound] = useState<{ readonly id: string; readonly order: Order | null } | null>(null);

  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void queries.getOrder(id).then((answer) => {
      if (isWanted) setFound({ id, order: answer.ok ? answer.value : null });
    });
    return () => {
      isWanted = false;
    };
  }, [id, queries]);

  if (id === null) return unknownOrder;
  if (found?.id !== id) return { status: 'loading', order: null };
  return found.order === null ? unknownOrder : { status: 'known', order: found.order };
}
