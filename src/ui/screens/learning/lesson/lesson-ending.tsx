import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { LessonPage } from '#core/model/learning.ts';
import type { Lesson } from '#core/model/product.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './lesson.module.css';
import { autoplayState } from './use-autoplay.ts';
import { useCountdown } from './use-countdown.ts';

interface LessonEndingProps {
  readonly course: LessonPage['course'];
  /** Number of the lesson that has ended. */
  readonly number: number;
  /** Undefined after the last lesson. */
  readonly next: Lesson | undefined;
  /** Whether the visitor may watch the next lesson; otherwise it does not start automatically. */
  readonly isNextOpen: boolean;
  /** Whether the visitor may watch the whole course. */
  readonly isLearner: boolean;
  readonly onReplay: () => void;
}

/**
 * Shown over the film when it has ended: the next lesson, or the end of the course
 * (docs/behaviour/learning.md#end-of-a-lesson).
 */
export function LessonEnding({ course, number, next, isNextOpen, isLearner, onReplay }: LessonEndingProps) {
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
            {next.summary} <span className={styles.length}>· {clockDuration(next.length_seconds)}</span>
          </>
        )}
      </p>
      {next !== undefined && isNextOpen && <Countdown to={lessonPath(course.slug, next.id)} />}
      <p className={styles.endingActions}>
        {next === undefined ? (
          <CourseEnd course={course} isLearner={isLearner} />
        ) : (
          <LinkButton to={lessonPath(course.slug, next.id)} state={autoplayState} prefetch="never">
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

interface CourseEndProps {
  readonly course: LessonPage['course'];
  readonly isLearner: boolean;
  readonly isWide?: boolean;
}

/** Link after the last lesson: for learners to the end page of the course, for others to the course. */
export function CourseEnd({ course, isLearner, isWide = false }: CourseEndProps) {
  const { t } = useTranslation(['base', 'learning']);
  return (
    <LinkButton to={`/kurse/${course.slug}${isLearner ? '/abschluss' : ''}`} prefetch="never" isWide={isWide}>
      {isLearner ? t('learning:finale.link') : t('lesson.to_course')}
    </LinkButton>
  );
}

/** Opens the next lesson after a countdown, unless the learner has declined that, here or at an earlier lesson. */
function Countdown({ to }: { readonly to: `/kurse/${string}` }) {
  const { t } = useTranslation('learning');
  const locale = useLocale();
  const navigate = useNavigate();
  const { isRefused, seconds, refuse, allow } = useCountdown(
    () => void navigate(`/${locale}${to}`, { state: autoplayState }),
  );
  if (isRefused === null) return null;
  return (
    <p className={styles.countdown}>
      {isRefused ? (
        <>
          {t('onward.waits')}{' '}
          <button type="button" className={styles.link} onClick={allow}>
            {t('onward.allow')}
          </button>
        </>
      ) : (
        <>
          <span aria-hidden="true">{t('onward.seconds', { count: seconds })}</span>
          <VisuallyHidden>{t('onward.soon')}</VisuallyHidden>{' '}
          <button type="button" className={styles.link} onClick={refuse}>
            {t('onward.refuse')}
          </button>
        </>
      )}
    </p>
  );
}
