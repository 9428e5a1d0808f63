import { useEffect, useState } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Withdrawal } from '#core/model/declaration.ts';
import type { Order } from '#core/model/order.ts';
import type { PaymentRecord } from '#core/model/payment.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import styles from '#ui/components/consumer-rights/declaration.module.css';
import { CodeChoice, DeclarantFields } from '#ui/components/consumer-rights/declaration-fields.tsx';
import { ConfirmButton } from '#ui/components/consumer-rights/declaration-steps.tsx';
import type { Declaration } from '#ui/components/consumer-rights/use-declaration.ts';
import { Checkbox, FieldError, Radio } from '#ui/components/parts/fields/choices.tsx';
import { Select, TextArea } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, usePostedForm, WithoutScript } from '#ui/components/parts/fields/post-form.tsx';
import { Skeleton } from '#ui/components/parts/skeleton.tsx';
import { type WithdrawalForm as Values, withdrawalSchema } from '#ui/forms/declaration-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLangOf } from '#ui/hooks/use-locale.ts';
import { fullName, useLearner, writtenEmail } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { emptyWithdrawal, toWithdrawal } from './to-withdrawal.ts';

interface WithdrawalFormProps {
  /** The learner's latest orders; empty for a guest. */
  readonly orders: readonly PaymentRecord[];
  readonly declaration: Declaration<Withdrawal>;
}

/** The form for the order, the extent of the withdrawal, and the declarant. */
export function WithdrawalForm({ orders, declaration }: WithdrawalFormProps) {
  const { t } = useTranslation('base');
  const dateText = useDateText();
  const langOf = useLangOf();
  const first = useFirstValues(orders);
  const posted = usePostedForm('withdrawal');
  const form = useSchemaForm<Values>(withdrawalSchema, { posted, defaultValues: first });
  const { register, setValue, getValues } = form;
  const [code, scope, ticked] = form.watch(['chosen', 'scope', 'ticked']);
  const order = orders.find((one) => one.order_code === code);
  const chosen = useChosenOrder(scope === 'parts' && order !== undefined ? order.order_id : null);

  // Lines can only be selected once the order is loaded.
  const lines = chosen.order?.products;
  const isLoading = chosen.status === 'loading';
  useEffect(() => {
    if (isLoading) return;
    const before = getValues('ticked') ?? [];
    const known = lines?.filter((line) => before.includes(line.id)).map((line) => line.id);
    setValue('ticked', known ?? null);
  }, [isLoading, lines, getValues, setValue]);

  const submit = form.handleSubmit((values) => declaration.declare(toWithdrawal(values, chosen.order)));

  const typedParts = () => (
    <TextArea label={t('withdrawal.parts')} hint={t('withdrawal.parts_hint')} {...form.field('parts')} />
  );
  return (
    <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
      <CodeChoice
        kind="withdrawal"
        title={t('withdrawal.order')}
        options={orders.map(({ id, order_code: code, date, title, language, items }) => ({
          id,
          code,
          label: (
            <>
              <strong lang={langOf(language)}>{title}</strong>
              {items > 1 && ` ${t('withdrawal.more', { count: items - 1 })}`}
              <span className={styles.quiet}>
                {t('withdrawal.own', { code, day: dateText(calendarDay(Date.parse(date))) })}
              </span>
            </>
          ),
        }))}
        isTyped={code === ''}
        option={form.option}
        field={form.field}
      />
      <fieldset className={styles.group}>
        <legend>{t('withdrawal.scope')}</legend>
        <div className={styles.options}>
          {(['everything', 'parts'] as const).map((value) => (
            <Radio key={value} className={styles.option} {...form.option('scope', value)}>
              {t(`withdrawal.scopes.${value}`)}
            </Radio>
          ))}
        </div>
        {scope === 'parts' && chosen.order !== null ? (
          <PartsChoice
            order={chosen.order}
            ticked={ticked ?? []}
            error={form.errorOf('ticked') ?? form.errorOf('parts')}
            register={register}
          />
        ) : scope === 'parts' && isLoading ? (
          <LoadingParts />
        ) : scope === 'parts' ? (
          typedParts()
        ) : (
          <WithoutScript>{typedParts}</WithoutScript>
        )}
        <TextArea
          label={t('withdrawal.reason')}
          hint={t('withdrawal.reason_hint')}
          isOptional
          rows={2}
          {...form.field('reason')}
        />
      </fieldset>
      <DeclarantFields field={form.field} />
      <ConfirmButton kind="withdrawal" declaration={declaration} isDisabled={isLoading} />
    </PostForm>
  );
}

/** Returns the initial values. An order in the address (`?bestellung=`) is selected, or its number filled in. */
function useFirstValues(orders: readonly PaymentRecord[]): Values {
  const learner = useLearner();
  const [query] = useSearchParams();
  const named = query.get('bestellung');
  const known = named === null ? orders[0] : orders.find((order) => order.order_code === named);
  return {
    ...emptyWithdrawal,
    chosen: known?.order_code ?? '',
    code: known === undefined ? (named ?? '') : '',
    name: learner === null ? '' : fullName(learner),
    email: writtenEmail(learner),
  };
}

function LoadingParts() {
  const { t } = useTranslation('base');
  return (
    <div aria-busy="true" role="status" aria-label={t('withdrawal.loading')}>
      <Skeleton />
      <Skeleton shape="short" />
    </div>
  );
}

interface PartsChoiceProps {
  readonly order: Order;
  readonly ticked: readonly string[];
  readonly error: string | undefined;
  readonly register: UseFormRegister<Values>;
}

/** Selects products of a known order; otherwise they are entered as text. */
function PartsChoice({ order, ticked, error, register }: PartsChoiceProps) {
  const { t } = useTranslation('base');
  return (
    <fieldset className={styles.plain} aria-describedby="parts-error">
      <legend>{t('withdrawal.parts')}</legend>
      {order.products.map(({ id, title, quantity }) => (
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

/** `unknown` if there is no order to load or loading failed; lines are then entered as text. */
type ChosenOrder =
  | { readonly status: 'unknown' | 'loading'; readonly order: null }
  | { readonly status: 'known'; readonly order: Order };

const unknownOrder: ChosenOrder = { status: 'unknown', order: null };

/** Loads the learner's selected order for a partial withdrawal. */
function useChosenOrder(id: string | null): ChosenOrder {
  const { queries } = useShop();
  const [found, setFound] = useState<{ readonly id: string; readonly order: Order | null } | null>(null);

  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void queries.getOrder(id).then((response) => {
      if (isWanted) setFound({ id, order: response.ok ? response.value : null });
    });
    return () => {
      isWanted = false;
    };
  }, [id, queries]);

  if (id === null) return unknownOrder;
  if (found?.id !== id) return { status: 'loading', order: null };
  return found.order === null ? unknownOrder : { status: 'known', order: found.order };
}
