import { useTranslation } from 'react-i18next';
import type { MyCourse } from '#core/model/learning.ts';
import styles from './course-progress.module.css';

/** The watched share of a course, as a bar and as text. */
export function CourseProgress({ course }: { readonly course: MyCourse }) {
  const { t } = useTranslation('learning');
  const { lesson_count: count, finished_count: seen, watched_at } = course;
  return (
    <div className={styles.progress}>
      <div
        className={styles.meter}
        role="progressbar"
        aria-label={t('shelf.progress')}
        aria-valuemin={0}
        aria-valuenow={seen}
        aria-valuemax={count}
      >
        <span data-fill style={{ width: `${count === 0 ? 0 : (100 * seen) / count}%` }} />
      </div>
      <p className={styles.text}>
        {watched_at === null ? t('shelf.not_begun', { count }) : t('shelf.seen', { seen, count })}
      </p>
    </div>
  );
}
