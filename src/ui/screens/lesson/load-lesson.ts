import type { LoaderFunctionArgs } from 'react-router';
import { data } from 'react-router';
import type { Activity, LessonPage } from '#core/model/learning.ts';
import type { CourseDetails, Lesson, ProductPage } from '#core/model/product.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';

type Parts = CourseDetails['parts'];

/** What the page of a lesson shows: the film to those who may watch, to others what it holds and how to get it. */
export type LessonView =
  | {
      readonly kind: 'open';
      readonly lesson: LessonPage;
      /** Empty when the course could not be read: the film goes on without its list. */
      readonly parts: Parts;
      /** What the learner has watched of this course; null for guests. */
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
  const { queries, stores } = context.get(shopContext);
  const { slug = '', lesson: id = '' } = params;
  const [answer, product] = await Promise.all([queries.getLesson(id), queries.getProduct(slug)]);
  const details = product.ok && product.value.details.kind === 'course' ? product.value.details : null;
  const parts = details?.parts ?? [];

  if (!answer.ok && [401, 403].includes(answer.error.status)) {
    const course = valueOrThrow(product);
    const lessons = parts.flatMap((part) => part.lessons);
    const outline = lessons.find((lesson) => lesson.id === id);
    if (outline === undefined) throw data(null, { status: 404 });
    return { kind: 'locked', outline, number: lessons.indexOf(outline) + 1, course, parts };
  }
  const lesson = valueOrThrow(answer);
  if (lesson.course.slug !== slug) throw data(null, { status: 404 });
  if (stores.session.snapshot.status === 'guest') return { kind: 'open', lesson, parts, watched: null };
  const watched = await queries.listActivities({ course: lesson.course.id, number: 1, size: allLessons });
  return { kind: 'open', lesson, parts, watched: watched.ok ? watched.value.items : null };
}
