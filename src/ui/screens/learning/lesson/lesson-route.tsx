import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { newestProgress, type WatchedLesson } from '#core/rules/learning/lesson-progress.ts';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { sendEarlyStart } from './early-start-action.ts';
import { loadLesson } from './load-lesson.ts';
import { LockedLesson } from './locked-lesson.tsx';
import { OpenLesson } from './open-lesson.tsx';

export const loader = loadLesson;
export const clientLoader = loadLesson;
export const action = sendEarlyStart;

/** A lesson: the video, or the course's offer for visitors without access (docs/behaviour/learning.md#lesson-page). */
export default function LessonRoute() {
  const { t } = useTranslation('base');
  const view = useLoaderData<typeof loader>();
  // Kept across lessons: the next lesson's data may be loaded before the last save of this one has completed.
  const [saved, setSaved] = useState<readonly WatchedLesson[]>([]);
  const { title, summary, is_free } = view.lesson;
  const course = view.kind === 'open' ? view.lesson.course.title : view.course.title;
  return (
    <>
      <PageMeta
        title={t('lesson.meta_title', { title, course })}
        description={summary}
        robots={is_free ? 'index' : 'noindex'}
      />
      {view.kind === 'open' ? (
        <OpenLesson
          key={view.lesson.id}
          {...view}
          saved={saved}
          onSaved={(progress) => setSaved((before) => [...newestProgress([...before, progress]).values()])}
        />
      ) : (
        <LockedLesson key={view.lesson.id} {...view} />
      )}
    </>
  );
}
