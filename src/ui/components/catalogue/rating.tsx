import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { maxStars } from '#core/model/values.ts';
import { classNames } from '#ui/components/parts/class-names.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './rating.module.css';

/** A five-pointed star on a 24 px grid. */
export const starPath = 'M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.2 6.1-.8z';

const places = Array.from({ length: maxStars }, (_, index) => index * 24);

/** A rating of 0 to 5 as stars; stars can be filled partly. */
export function Stars({ value, className }: { readonly value: number; readonly className?: string }) {
  const { t } = useTranslation('component');
  const given = value.toLocaleString(useLocale(), { maximumFractionDigits: 1 });
  const id = useId();
  const whole = 24 * maxStars;
  return (
    <span
      className={classNames(styles.stars, className)}
      role="img"
      aria-label={t('stars.of', { given, most: maxStars })}
    >
      <svg viewBox={`0 0 ${whole} 24`} aria-hidden="true" focusable="false">
        {places.map((place) => (
          <path key={place} d={starPath} transform={`translate(${place})`} />
        ))}
        <clipPath id={id}>
          <rect width={24 * value} height="24" />
        </clipPath>
        <g className={styles.given} clipPath={`url(#${id})`}>
          {places.map((place) => (
            <path key={place} d={starPath} transform={`translate(${place})`} />
          ))}
        </g>
      </svg>
    </span>
  );
}
