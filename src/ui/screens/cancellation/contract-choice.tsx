import type { UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '#core/rules/subscription.ts';
import { Radio } from '#ui/components/choice/choice.tsx';
import styles from '#ui/components/declaration/declaration.module.css';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import type { CancellationForm } from '#ui/forms/declaration-schemas.ts';
import { useDateText } from '#ui/hooks/use-date-text.ts';

export interface ContractChoiceProps {
  readonly contracts: readonly Subscription[];
  /** The number is typed, because none of the contracts is meant. */
  readonly isTyped: boolean;
  readonly error: string | undefined;
  readonly register: UseFormRegister<CancellationForm>;
}

/** Which contract ends: one of the learner's own, or the number that stands in a mail. */
export function ContractChoice({ contracts, isTyped, error, register }: ContractChoiceProps) {
  const { t } = useTranslation('base');
  const dateText = useDateText();
  return (
    <fieldset className={styles.group}>
      <legend>{t('cancellation.contract')}</legend>
      {contracts.length > 0 && (
        <div className={styles.options}>
          {contracts.map(({ id, contract_code, product, on_cancel }) => (
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
