import { useTranslation } from 'react-i18next';
import type { LessonPage } from '#core/model/learning.ts';
import type { Lesson } from '#core/model/product.ts';
import { clockLength } from '#core/rules/calendar.ts';
import { lessonPath } from '#core/rules/learning.ts';
import { Button } from '#ui/components/button.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import styles from './lesson.module.css';

interface LessonEndingProps {
  readonly course: LessonPage['course'];
  /** Of the lesson that has ended. */
  readonly number: number;
  /** Undefined after the last lesson. */
  readonly next: Lesson | undefined;
  readonly onReplay: () => void;
}

/** Over the film at its end: the next lesson, or the end of the course (docs/behaviour/learning.md#end-of-a-lesson). */
export function LessonEnding({ course, number, next, onReplay }: LessonEndingProps) {
  const { t } = useTranslation('base');
  return (
    <section className={styles.ending} aria-label={t('lesson.ending.label')}>
      <p className={styles.eyebrow}>{t('lesson.ending.done', { number })}</p>
      <h2 className={styles.endingTitle}>{next === undefined ? t('lesson.end_title') : next.title}</h2>
      <p className={`${styles.quiet} ${styles.endingText}`}>
        {next === undefined ? (
          t('lesson.end_text', { course: course.title })
        ) : (
          <>
            {next.summary} <span className={styles.length}>· {clockLength(next.length_seconds)}</span>
          </>
        )}
      </p>
      <p className={styles.endingActions}>
        {next === undefined ? (
          <LinkButton to={`/kurse/${course.slug}`}>{t('lesson.to_course')}</LinkButton>
        ) : (
          <LinkButton to={lessonPath(course.slug, next.id)} prefetch="never">
            {t('lesson.next_link')}
          </LinkButton>
        )}
        <Button kind="text" onClick={onReplay}>
          {t('lesson.ending.again')}
        </Button>
      </p>
    </section>
  );
}
