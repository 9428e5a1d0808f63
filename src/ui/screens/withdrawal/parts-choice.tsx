import type { UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/components/choice/choice.tsx';
import styles from '#ui/components/declaration/declaration.module.css';
import { FieldError } from '#ui/components/field/field.tsx';
import { Select } from '#ui/components/select/select.tsx';
import { Skeleton } from '#ui/components/skeleton/skeleton.tsx';
import { TextArea } from '#ui/components/text-area/text-area.tsx';
import type { WithdrawalForm } from '#ui/forms/declaration-schemas.ts';
import type { ChosenOrder } from './use-chosen-order.ts';

export interface PartsChoiceProps {
  readonly chosen: ChosenOrder;
  readonly ticked: readonly string[];
  /** What is wrong with the ticks, or with what was typed. */
  readonly error: string | undefined;
  readonly register: UseFormRegister<WithdrawalForm>;
}

/** Which articles: ticked where the order is known, else typed as the confirmation names them. */
export function PartsChoice({ chosen, ticked, error, register }: PartsChoiceProps) {
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
