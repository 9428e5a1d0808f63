import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { mostStars } from '#core/rules/review.ts';
import { FieldError } from '#ui/components/field/field.tsx';
import { starPath } from '#ui/components/stars/stars.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import styles from './star-choice.module.css';

const choices = Array.from({ length: mostStars }, (_, index) => index + 1);

interface StarChoiceProps {
  readonly field: UseFormRegisterReturn;
  readonly error: string | undefined;
}

/** Five radio buttons that look like stars; those up to the chosen one are lit. */
export function StarChoice({ field, error }: StarChoiceProps) {
  const { t } = useTranslation('base');
  return (
    <fieldset className={styles.choice} aria-describedby={error === undefined ? undefined : 'stars-error'}>
      <legend className={styles.legend}>{t('reviews.stars')}</legend>
      <div className={styles.row}>
        {choices.map((stars) => (
          <label key={stars} className={styles.star}>
            <input type="radio" value={stars} {...field} aria-invalid={error !== undefined || undefined} />
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d={starPath} />
            </svg>
            <VisuallyHidden>{t('reviews.give', { count: stars })}</VisuallyHidden>
          </label>
        ))}
      </div>
      <FieldError id="stars-error">{error ?? null}</FieldError>
    </fieldset>
  );
}
