import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { lessonPath, newestProgress, type WatchedLesson } from '#core/rules/learning/lesson-progress.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { useMayWatch } from '#ui/hooks/use-session.ts';
import layout from '#ui/styles/layout.module.css';
import { CourseLessons } from './course-lessons.tsx';
import { HeldLesson } from './held-lesson.tsx';
import styles from './lesson.module.css';
import { CourseEnd, LessonEnding } from './lesson-ending.tsx';
import { LessonHead } from './lesson-head.tsx';
import { LessonPlayer } from './lesson-player.tsx';
import type { LessonView } from './load-lesson.ts';
import { autoplayState } from './use-autoplay.ts';

type OpenLessonProps = Extract<LessonView, { readonly kind: 'open' }> & {
  /** Progress of all lessons saved since the page was loaded. */
  readonly saved: readonly WatchedLesson[];
  readonly onSaved: (progress: WatchedLesson) => void;
};

/** A lesson's video with the list of lessons, transcript and next lesson. */
export function OpenLesson({ lesson, watched, saved, onSaved }: OpenLessonProps) {
  const { t } = useTranslation('base');
  const { revalidate } = useRevalidator();
  const [attempt, setAttempt] = useState(0);
  const { course, hold, media, outline } = lesson;

  /** Reloads the lesson and its film. */
  async function again(): Promise<void> {
    await revalidate();
    setAttempt((count) => count + 1);
  }

  const next = outline.flatMap((part) => part.lessons).find(({ id }) => id === lesson.next_id);
  // Access to one paid lesson means access to all.
  const mayWatchAll = useMayWatch(course.id) || !lesson.is_free;
  const isLearner = mayWatchAll && watched !== null;
  const beside = (
    <CourseLessons
      course={course}
      parts={outline}
      current={lesson.id}
      watched={watched === null ? null : newestProgress([...watched, ...saved])}
      isOpen={(isFree) => isFree || mayWatchAll}
    />
  );

  const head = (
    <LessonHead title={lesson.title} summary={lesson.summary} number={lesson.number} part={lesson.part.title}>
      {media?.length_seconds != null && media.length_seconds < lesson.length_seconds / 2 && (
        <p className={styles.note}>
          {t('lesson.shortened', {
            film: clockDuration(Math.round(media.length_seconds)),
            length: clockDuration(lesson.length_seconds),
          })}
        </p>
      )}
    </LessonHead>
  );
  const onward = (
    <aside className={styles.next} aria-label={t('lesson.next_label')}>
      {next === undefined ? (
        <NextLesson title={t('lesson.end_title')}>
          <CourseEnd course={course} isLearner={isLearner} isWide />
        </NextLesson>
      ) : (
        <NextLesson
          eyebrow={t('lesson.next')}
          title={next.title}
          text={next.summary}
          length={next.length_seconds}
        >
          <LinkButton to={lessonPath(course.slug, next.id)} state={autoplayState} isWide prefetch="never">
            {t('lesson.next_link')}
          </LinkButton>
        </NextLesson>
      )}
    </aside>
  );

  if (media === null) {
    return (
      <div className={styles.page}>
        <div className={styles.missing}>
          {hold !== null ? (
            <HeldLesson lessonId={lesson.id} hold={hold} />
          ) : (
            <EmptyState title={t('lesson.no_film_title')} text={t('lesson.no_film_text')} />
          )}
        </div>
        <div className={`${layout.wrap} ${styles.lead}`}>
          {head}
          {onward}
        </div>
        {beside}
      </div>
    );
  }
  return (
    <LessonPlayer
      key={attempt}
      lesson={lesson}
      media={media}
      isGuest={watched === null}
      onProgress={(stored) => {
        if (stored === null) return;
        const { id, length_seconds } = lesson;
        onSaved({ ...stored, lesson: { id, length_seconds, film_seconds: media.length_seconds } });
      }}
      head={head}
      beside={beside}
      onward={onward}
      ending={(replay) => (
        <LessonEnding
          course={course}
          number={lesson.number}
          next={next}
          isNextOpen={mayWatchAll || next?.is_free === true}
          isLearner={isLearner}
          onReplay={replay}
        />
      )}
      failure={
        <EmptyState
          title={t('lesson.failed_title')}
          text={t('lesson.failed_text')}
          action={<Button onClick={() => void again()}>{t('lesson.failed_link')}</Button>}
        />
      }
    />
  );
}

interface NextLessonProps {
  readonly eyebrow?: string;
  readonly title: string;
  readonly text?: string;
  /** Seconds. */
  readonly length?: number;
  /** Link to the next lesson. */
  readonly children: ReactNode;
}

/** The next lesson, or the end of the course. */
function NextLesson({ eyebrow, title, text, length, children }: NextLessonProps) {
  return (
    <>
      {eyebrow !== undefined && <p className={styles.quiet}>{eyebrow}</p>}
      <h2 className={styles.nextTitle}>{title}</h2>
      {text !== undefined && (
        <p className={`${styles.quiet} ${styles.nextText}`}>
          {text}
          {length !== undefined && <span className={styles.length}> · {clockDuration(length)}</span>}
        </p>
      )}
      {children}
    </>
  );
}
