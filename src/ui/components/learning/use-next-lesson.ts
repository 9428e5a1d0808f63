import { useTranslation } from 'react-i18next';
import type { MyCourse } from '#core/model/learning.ts';

/** Returns the label of the link to a course's next lesson, such as "Continue with lesson 3"; null without lessons. */
export function useNextLesson(course: MyCourse | null): string | null {
  const { t } = useTranslation('learning');
  if (course === null || course.next === null) return null;
  const { number } = course.next;
  if (course.finished_count === course.lesson_count) return t('continue.again');
  return t(course.watched_at === null ? 'continue.begin' : 'continue.next', { number });
}
