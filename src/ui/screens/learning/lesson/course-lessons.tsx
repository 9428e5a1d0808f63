import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourseDetails, Lesson } from '#core/model/product.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { lessonPath, seenShare, type WatchedLesson } from '#core/rules/learning/lesson-progress.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { ScrollBox, useScrollBox } from '#ui/components/parts/scroll-box.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import styles from './course-lessons.module.css';

interface CourseLessonsProps {
  readonly course: { readonly slug: string; readonly title: string };
  readonly parts: CourseDetails['parts'];
  /** Id of the current lesson. */
  readonly current: string;
  /** Progress by lesson id; null for guests, and if it could not be loaded. */
  readonly watched: ReadonlyMap<string, WatchedLesson> | null;
  /** Returns whether the visitor may watch a lesson, given whether it is free. */
  readonly isOpen: (isFree: boolean) => boolean;
}

/** The course's lessons beside the video, marked as watched, accessible and current. */
export function CourseLessons({ course, parts, current, watched, isOpen }: CourseLessonsProps) {
  const { t } = useTranslation('base');
  const list = useRef<HTMLDivElement>(null);
  const box = useScrollBox();
  const lessons = parts.flatMap((part) => part.lessons);
  const seen = lessons.filter(({ id }) => watched?.get(id)?.is_finished).length;

  const showCurrent = useEffectEvent(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (here) box.show(here);
  });
  useEffect(() => showCurrent(), []);

  if (lessons.length === 0) return null;
  return (
    <aside className={styles.lessons} aria-labelledby="course-lessons">
      <div className={styles.head}>
        <h2 id="course-lessons" className={styles.title}>
          <ShopLink to={`/kurse/${course.slug}`}>{course.title}</ShopLink>
        </h2>
        {watched !== null && (
          <>
            <div
              className={styles.meter}
              role="progressbar"
              aria-label={t('lesson.progress')}
              aria-valuemin={0}
              aria-valuenow={seen}
              aria-valuemax={lessons.length}
            >
              <span data-fill style={{ width: `${(100 * seen) / lessons.length}%` }} />
            </div>
            <p className={styles.seen}>{t('lesson.seen', { seen, count: lessons.length })}</p>
          </>
        )}
      </div>
      <ScrollBox state={box} label={course.title} className={styles.list}>
        <div ref={list}>
          {parts.map((part) => (
            <section key={part.title}>
              <h3 className={styles.part}>{part.title}</h3>
              {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role where list-style is none */}
              <ol role="list">
                {part.lessons.map((lesson) => (
                  <Line
                    key={lesson.id}
                    lesson={lesson}
                    number={lessons.indexOf(lesson) + 1}
                    slug={course.slug}
                    isHere={lesson.id === current}
                    isOpen={isOpen(lesson.is_free)}
                    activity={watched?.get(lesson.id)}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
      </ScrollBox>
    </aside>
  );
}

interface LineProps {
  readonly lesson: Lesson;
  readonly number: number;
  readonly slug: string;
  readonly isHere: boolean;
  readonly isOpen: boolean;
  /** The progress in this lesson. */
  readonly activity: WatchedLesson | undefined;
}

function Line({ lesson, number, slug, isHere, isOpen, activity }: LineProps) {
  const { t } = useTranslation('base');
  const isSeen = activity?.is_finished === true;
  const share = activity === undefined ? 0 : seenShare(activity);
  const state = isSeen
    ? t('lesson.is_seen')
    : activity !== undefined
      ? t('lesson.is_begun')
      : isOpen
        ? null
        : t('lesson.is_locked');
  return (
    <li>
      <ShopLink
        to={lessonPath(slug, lesson.id)}
        prefetch="never"
        className={styles.line}
        aria-current={isHere ? 'page' : undefined}
      >
        <span className={styles.number} aria-hidden="true">
          {isSeen ? <Icon name="check" /> : isOpen ? number : <Icon name="lock" />}
        </span>
        <span>
          {lesson.title}
          {state !== null && <VisuallyHidden>, {state}</VisuallyHidden>}
          {activity !== undefined && !isSeen && (
            <span className={styles.share} aria-hidden="true">
              <span data-fill style={{ width: `${100 * share}%` }} />
            </span>
          )}
        </span>
        <span className={styles.length}>{clockDuration(lesson.length_seconds)}</span>
      </ShopLink>
    </li>
  );
}
