import { data, type LoaderFunctionArgs } from 'react-router';
import type { Activity, LessonPage } from '#core/model/learning.ts';
import type { CourseDetails, Lesson, ProductPage } from '#core/model/product.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { noAccess, valueOrThrow } from '#ui/routes/loaders.ts';

type Parts = CourseDetails['parts'];

/** The data of a lesson page: the video for those who may watch it, else the outline and the course. */
export type LessonView =
  | {
      readonly kind: 'open';
      readonly lesson: LessonPage;
      /** Empty when the course could not be loaded: the video is shown without its list. */
      readonly parts: Parts;
      /** What the learner has watched of this course; null for guests and when it could not be loaded. */
      readonly watched: readonly Activity[] | null;
    }
  | {
      readonly kind: 'locked';
      readonly outline: Lesson;
      readonly number: number;
      readonly course: ProductPage;
      readonly parts: Parts;
    };

/** More lessons than a course has. */
const allLessons = 100;

export async function loadLesson({ context, params }: LoaderFunctionArgs): Promise<LessonView> {
  const { api, stores } = context.get(shopContext);
  const { slug = '', lesson: id = '' } = params;
  const [response, product] = await Promise.all([
    api.getLesson({ params: { id } }),
    api.getProduct({ params: { slug } }),
  ]);
  const details = product.ok && product.value.details.kind === 'course' ? product.value.details : null;
  const parts = details?.parts ?? [];

  if (!response.ok && noAccess.includes(response.error.code)) {
    const course = valueOrThrow(product);
    const lessons = parts.flatMap((part) => part.lessons);
    const outline = lessons.find((lesson) => lesson.id === id);
    if (outline === undefined) throw data(null, { status: 404 });
    return { kind: 'locked', outline, number: lessons.indexOf(outline) + 1, course, parts };
  }
  const lesson = valueOrThrow(response);
  if (lesson.course.slug !== slug) throw data(null, { status: 404 });
  if (stores.session.snapshot.status === 'guest') return { kind: 'open', lesson, parts, watched: null };
  const watched = await api.listActivities({
    query: { filter: { course: lesson.course.id }, page: { number: 1, size: allLessons } },
  });
  return { kind: 'open', lesson, parts, watched: watched.ok ? watched.value.items : null };
}
