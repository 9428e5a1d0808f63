import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { LessonPage, MyCourse, Note } from '#core/model/learning.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { draw } from '#test/unit/ui/support/draw.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import FinaleRoute, { loader } from '#ui/screens/learning/finale/finale-route.tsx';
import { loadLesson } from '#ui/screens/learning/lesson/load-lesson.ts';
import { OpenLesson } from '#ui/screens/learning/lesson/open-lesson.tsx';

const course = { id: 'clara-schumann', slug: 'clara-schumann', title: 'Klavier' };

const noteIn = (lesson: string, is_shown: boolean): Note => ({
  ...{ id: lesson, course, position_seconds: 5, text: `Note of ${lesson}` },
  ...{ created_at: '2026-11-22T10:00:00.000Z', changed_at: '2026-11-22T10:00:00.000Z' },
  lesson: { id: lesson, number: 1, title: 'One', is_shown },
});
const notes = [noteIn('l1', true), noteIn('l9', false)];

/** Creates the arguments of a loader for a page of the course, which is off sale, with these API calls. */
function pageWith(calls: object, params: object = {}): LoaderFunctionArgs {
  const api = { getProduct: async () => err(failureOf('GONE')), ...calls };
  const queries = { listCourseNotes: async () => ok({ notes, documentUrl: '/notes.pdf' }) };
  const stores = { session: { snapshot: { status: 'logged_in', learner } } };
  const context = new RouterContextProvider();
  context.set(shopContext, { api, queries, stores } as unknown as Shop);
  const request = new Request(`http://localhost/en/kurse/${course.slug}`);
  const args = { context, request, params: { locale: 'en', slug: course.slug, ...params } };
  return args as object as LoaderFunctionArgs;
}

test('a lesson of a course that is off sale has the list of lessons and links to the next one', async () => {
  const lessons = ['l1', 'l2'].map((id) => ({
    ...{ id, title: `Title ${id}`, summary: '', length_seconds: 60, is_free: false },
  }));
  const lesson = {
    ...memoryShopFacts.lessons[0],
    ...{ id: 'l1', is_free: false, media: null, next_id: 'l2', outline: [{ title: 'Basics', lessons }] },
  } as LessonPage;
  const calls = { getLesson: async () => ok(lesson), listActivities: async () => ok({ items: [] }) };
  const view = await loadLesson(pageWith(calls, { lesson: 'l1' }));
  if (view.kind !== 'open') throw new Error('The lesson is locked');
  const { html, text } = await draw(<OpenLesson {...view} saved={[]} onSaved={() => undefined} />, {
    learner,
  });
  expect(text).toMatch(/Title l2.*Basics.*Title l1.*Title l2/);
  expect(html.match(/href="[^"]*\/lektion\/l2"/g)).toHaveLength(2);
  expect(text).not.toContain('Finish the course');
});

/** Creates the arguments for the end of the course, with this response to the list of own courses. */
const endingWith = (mine: Result<{ items: readonly MyCourse[] }, CallFailure>, calls: object = {}) =>
  pageWith({
    listMyCourses: async () => mine,
    listProducts: async () => ok({ items: [] }),
    listReviews: async () => err(failureOf('NOT_FOUND')),
    ...calls,
  });

test.each([
  ['GONE', 410],
  ['NOT_FOUND', 404],
])('the end of a course off sale (%s) is open to its owner, without links to it', async (code, status) => {
  const own: MyCourse = {
    ...{ ...course, subtitle: '', picture: 'x', is_owned: true, lesson_count: 1, finished_count: 1 },
    ...{ next: null, watched_at: '2026-11-22T10:00:00.000Z', confirmation_url: '/c.pdf' },
  };
  const getProduct = async () => err(failureOf(code));
  const ending = (items: readonly MyCourse[]) => endingWith(ok({ items }), { getProduct });
  const { html, text } = await draw(<FinaleRoute />, { learner, data: await loader(ending([own])) });
  expect(text).toContain('Watched to the end: Klavier');
  expect(text).toMatch(/0:05 Note of l1.*0:05 Note of l9/);
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to);
  expect(links).toEqual(['/c.pdf', '/notes.pdf', '/en/kurse/clara-schumann/lektion/l1?t=5']);
  await expect(loader(ending([]))).rejects.toMatchObject({ init: { status } });
});

test('the end of a course fails while the own courses cannot be read, and redirects without a session', async () => {
  const getProduct = async () => ok({ ...memoryShopFacts.products[0], details: { kind: 'course' } });
  const ending = (code: string) => loader(endingWith(err(failureOf(code)), { getProduct }));
  await expect(ending('NETWORK')).rejects.toMatchObject({ init: { status: 503 } });
  const left = await ending('UNAUTHENTICATED').catch((thrown: Response) => thrown.headers.get('location'));
  expect(left).toBe(`/en/kurse/${course.slug}`);
});
