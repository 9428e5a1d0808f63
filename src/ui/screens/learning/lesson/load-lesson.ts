import { data, type LoaderFunctionArgs } from 'react-router';
import type { Activity, LessonPage } from '#core/model/learning.ts';
import type { Lesson } from '#core/model/product.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { loadProduct, noAccess, type ProductOf, valueOrThrow } from '#ui/routes/loaders.ts';

/** Data of a lesson page: the video for visitors with access, else the public data of lesson and course. */
export type LessonView =
  | {
      readonly kind: 'open';
      readonly lesson: LessonPage;
      /** The learner's progress in this course; null for guests, and if it could not be loaded. */
      readonly watched: readonly Activity[] | null;
    }
  | {
      readonly kind: 'locked';
      readonly lesson: Lesson;
      readonly number: number;
      readonly course: ProductOf<'course'>;
    };

/** Page size that is larger than the number of lessons of a course. */
const allLessons = 100;

export async function loadLesson({ context, params }: LoaderFunctionArgs): Promise<LessonView> {
  const shop = context.get(shopContext);
  const { api, stores } = shop;
  const { slug = '', lesson: id = '' } = params;
  const response = await api.getLesson({ params: { id } });
  if (!response.ok && noAccess.includes(response.error.code)) {
    const course = await loadProduct(shop, slug, 'course');
    const lessons = course.details.parts.flatMap((part) => part.lessons);
    const number = lessons.findIndex((lesson) => lesson.id === id) + 1;
    const lesson = lessons[number - 1];
    if (lesson === undefined) throw data(null, { status: 404 });
    return { kind: 'locked', lesson, number, course };
  }
  const lesson = valueOrThrow(response);
  if (lesson.course.slug !== slug) throw data(null, { status: 404 });
  if (stores.session.snapshot.status === 'guest') return { kind: 'open', lesson, watched: null };
  const watched = await api.listActivities({
    query: { filter: { course: lesson.course.id }, page: { number: 1, size: allLessons } },
  });
  return { kind: 'open', lesson, watched: watched.ok ? watched.value.items : null };
}
