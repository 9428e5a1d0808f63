import { useTranslation } from 'react-i18next';
import type { MyCourse } from '#core/model/learning.ts';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { classNames } from '#ui/components/parts/class-names.ts';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import styles from './continue-learning.module.css';
import { CourseProgress } from './course-progress.tsx';
import { useNextLesson } from './use-next-lesson.ts';

interface ContinueLearningProps {
  readonly course: MyCourse;
  readonly className?: string | undefined;
}

/** The course that the learner watched last, its progress, and a link to the next lesson. */
export function ContinueLearning({ course, className }: ContinueLearningProps) {
  const { t } = useTranslation('learning');
  const next = useNextLesson(course);
  if (course.next === null || next === null) return null;
  return (
    <section className={classNames(styles.onward, className)} aria-labelledby="continue-title">
      <div className={styles.picture}>
        <Picture name={course.picture} alt="" width={176} ratio="3/4" sizes="176px" />
      </div>
      <div className={styles.words}>
        <h2 id="continue-title" className={styles.small}>
          {t('continue.title')}
        </h2>
        <p className={styles.title}>{course.title}</p>
        <p className={styles.quiet}>{t('continue.lesson', course.next)}</p>
        <CourseProgress course={course} />
        <LinkButton to={lessonPath(course.slug, course.next.id)} prefetch="never">
          {next}
        </LinkButton>
      </div>
    </section>
  );
}
