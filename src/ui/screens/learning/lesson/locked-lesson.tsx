import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { AddToCart } from '#ui/components/carts/add-to-cart.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import layout from '#ui/styles/layout.module.css';
import { CourseLessons } from './course-lessons.tsx';
import styles from './lesson.module.css';
import { LessonHead } from './lesson-head.tsx';
import type { LessonView } from './load-lesson.ts';

type LockedLessonProps = Extract<LessonView, { readonly kind: 'locked' }>;

/** A lesson that the visitor has no access to: its summary, and how to get access. */
export function LockedLesson({ lesson, number, course }: LockedLessonProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const isGuest = useLearner() === null;
  const { parts } = course.details;
  const free = parts.flatMap((part) => part.lessons).find(({ is_free }) => is_free);
  const part = parts.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
  const { search } = useLocation();
  const back = encodeURIComponent(`/${locale}${lessonPath(course.slug, lesson.id)}${search}`);

  return (
    <div className={styles.page}>
      <div className={styles.lockedPicture}>
        <Picture
          name={course.picture}
          alt=""
          width={760}
          ratio="3/4"
          sizes="(max-width: 1023px) 100vw, 70vw"
          priority
        />
        <p className={styles.locked}>
          <Icon name="lock" />
          {t('lesson.locked', { course: course.title })}
        </p>
      </div>
      <div className={`${layout.wrap} ${styles.lead}`}>
        <LessonHead title={lesson.title} summary={lesson.summary} number={number} part={part?.title ?? ''}>
          {free !== undefined && (
            <p className={styles.note}>
              <LinkButton to={lessonPath(course.slug, free.id)} kind="text" prefetch="never">
                {t('lesson.watch_free', { title: free.title })}
              </LinkButton>
            </p>
          )}
        </LessonHead>
        <aside className={styles.next} aria-label={t('lesson.offer_label')}>
          <p className={styles.quiet}>{t('lesson.offer')}</p>
          <h2 className={styles.nextTitle}>{course.title}</h2>
          <p className={styles.quiet}>{course.subtitle}</p>
          <Price amount={course.price} size="large" />
          <AddToCart product={course} isWide />
          <p className={styles.quiet}>{t('course.price_note')}</p>
          <NeedsJavaScript />
          <LinkButton to={`/kurse/${course.slug}`} kind="outline" isWide>
            {t('lesson.to_course')}
          </LinkButton>
          {isGuest && (
            <LinkButton to={`/auth/login?returnTo=${back}`} kind="text">
              {t('lesson.log_in')}
            </LinkButton>
          )}
        </aside>
      </div>
      <CourseLessons
        course={course}
        parts={parts}
        current={lesson.id}
        watched={null}
        isOpen={(isFree) => isFree}
      />
    </div>
  );
}
