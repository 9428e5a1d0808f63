import type { UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PaymentRecord } from '#core/rules/payment-record.ts';
import { calendarDay } from '#core/rules/validity.ts';
import { Radio } from '#ui/components/choice/choice.tsx';
import styles from '#ui/components/declaration/declaration.module.css';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import type { WithdrawalForm } from '#ui/forms/declaration-schemas.ts';
import { useDateText } from '#ui/hooks/use-date-text.ts';

export interface OrderChoiceProps {
  readonly orders: readonly PaymentRecord[];
  /** The number is typed, because none of the orders is meant. */
  readonly isTyped: boolean;
  readonly error: string | undefined;
  readonly register: UseFormRegister<WithdrawalForm>;
}

/** Which order: one of the learner's own, or the number that stands in a mail. */
export function OrderChoice({ orders, isTyped, error, register }: OrderChoiceProps) {
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
