import { useTranslation } from 'react-i18next';
import type { MyCourse } from '#core/model/learning.ts';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { CourseProgress } from '#ui/components/learning/course-progress.tsx';
import { useNextLesson } from '#ui/components/learning/use-next-lesson.ts';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import layout from '#ui/styles/layout.module.css';
import styles from './learner-courses.module.css';

/** The learner's courses; each links to its next lesson. */
export function LearnerCourses({ courses }: { readonly courses: readonly MyCourse[] }) {
  return (
    <List className={layout.cards}>
      {courses.map((course, index) => (
        <li key={course.id}>
          <CourseOnShelf course={course} isFirst={index === 0} />
        </li>
      ))}
    </List>
  );
}

function CourseOnShelf({ course, isFirst }: { readonly course: MyCourse; readonly isFirst: boolean }) {
  const { t } = useTranslation('learning');
  const next = useNextLesson(course);
  return (
    <article className={styles.card}>
      <div className={styles.poster}>
        <Picture
          name={course.picture}
          alt=""
          width={320}
          ratio="3/4"
          sizes="(max-width: 767px) 46vw, (max-width: 1023px) 31vw, 295px"
          priority={isFirst}
        />
      </div>
      <p className={styles.kind}>{t(course.is_owned ? 'shelf.owned' : 'shelf.included')}</p>
      <h2 className={styles.title}>{course.title}</h2>
      <CourseProgress course={course} />
      <div className={styles.ways}>
        {course.next !== null && next !== null && (
          <LinkButton
            to={lessonPath(course.slug, course.next.id)}
            kind="outline"
            prefetch="never"
            isWide
            aria-label={t('continue.in_course', { label: next, title: course.title })}
            className={styles.next}
          >
            {next}
          </LinkButton>
        )}
        {course.confirmation_url !== null && (
          <>
            <ShopLink
              to={`/kurse/${course.slug}/abschluss`}
              prefetch="never"
              className={styles.way}
              aria-label={t('finale.of', { title: course.title })}
            >
              {t('finale.link')}
            </ShopLink>
            <a
              href={course.confirmation_url}
              className={styles.way}
              aria-label={t('shelf.confirmation_of', { title: course.title })}
            >
              {t('shelf.confirmation')}
            </a>
          </>
        )}
        <ShopLink
          to={`/kurse/${course.slug}`}
          className={styles.way}
          aria-label={t('shelf.to_this_course', { title: course.title })}
        >
          {t('shelf.to_course')}
        </ShopLink>
      </div>
    </article>
  );
}
