import { useTranslation } from 'react-i18next';
import type { Rating } from '#core/rules/catalogue.ts';
import { mostStars, starShare } from '#core/rules/review.ts';
import { List } from '#ui/components/list/list.tsx';
import { Stars, useNumberText } from '#ui/components/stars/stars.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import styles from './rating-summary.module.css';

interface RatingSummaryProps {
  readonly rating: Rating;
  /** How many gave 1, 2, 3, 4 and 5 stars. */
  readonly distribution: readonly number[];
}

const downwards = Array.from({ length: mostStars }, (_, index) => mostStars - index);

/** The average in large, and how the stars are spread. */
export function RatingSummary({ rating, distribution }: RatingSummaryProps) {
  const { t } = useTranslation('base');
  const numberText = useNumberText();
  return (
    <div className={styles.summary}>
      <div className={styles.whole}>
        <span className={styles.average} aria-hidden="true">
          {numberText(rating.average)}
        </span>
        <span>
          <Stars value={rating.average} className={styles.stars} />
          <span className={styles.count}>{t('reviews.count', { count: rating.reviewers })}</span>
        </span>
      </div>
      <List className={styles.spread} aria-label={t('reviews.spread')}>
        {downwards.map((stars) => (
          <li key={stars} className={styles.line}>
            <span>{t('reviews.give', { count: stars })}</span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${100 * starShare(distribution, stars)}%` }} />
            </span>
            <span className={styles.number}>
              {distribution[stars - 1] ?? 0}
              <VisuallyHidden> {t('reviews.times')}</VisuallyHidden>
            </span>
          </li>
        ))}
      </List>
    </div>
  );
}
