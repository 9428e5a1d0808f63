import { endpoints } from '#api/endpoints.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { pageSizes } from '#core/rules/content/layout.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { pageDocument } from '#server/platform/http/page-document.ts';
import { done, type Route, route } from '#server/platform/http/route.ts';
import { createMediaLibrary } from '#server/platform/media/media-library.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { listActivities, saveProgress } from './activities.ts';
import { countWatching } from './count-watching.ts';
import { documentUrl } from './course-document-link.ts';
import { withLessonFiles } from './films/lesson-files.ts';
import { getConfirmation } from './get-confirmation.ts';
import { getNotesDocument } from './get-notes-document.ts';
import { getLesson } from './lessons.ts';
import { listMyCourses } from './my-courses.ts';
import { addNote, changeNote, listNotes, removeNote } from './notes.ts';
import { listReviews, removeReview, writeReview } from './reviews.ts';

/** Routes for lessons, activities, notes and reviews. */
export function learningRoutes(server: ServerContext, mailTexts: MailTexts): readonly Route[] {
  const context = { ...server, media: createMediaLibrary(withLessonFiles(server.media, server.db)) };
  return [
    route(endpoints.listActivities, async ({ query, caller }) => {
      const number = query['page[number]'] ?? query.page ?? 1;
      const size = query['page[size]'] ?? query.size ?? pageSizes.activities;
      const course = query['filter[course]'] ?? null;
      const request = { userId: caller.user.id, course, number, size };
      const activities = await listActivities(context, request, caller.locale);
      const narrowed = course === null ? {} : { 'filter[course]': course };
      const page = { ...narrowed, 'page[number]': number, 'page[size]': size };
      const document = pageDocument(activities, { path: endpoints.listActivities.path, query: page });
      return ok({ ...document, links: withShortNames(document.links) });
    }),
    route(endpoints.listMyCourses, async ({ query, caller }) => {
      const { 'page[number]': number, 'page[size]': size, 'filter[course]': course = null } = query;
      const request = { userId: caller.user.id, course, number, size };
      const courses = await listMyCourses(context, request, caller.locale);
      return ok(pageDocument(courses, { path: endpoints.listMyCourses.path, query }));
    }),
    route(endpoints.getConfirmation, ({ params, query, caller }) => {
      const { learner, token, locale = caller.locale } = query;
      return getConfirmation(context, mailTexts, { course: params.course, learner, token }, locale);
    }),
    route(endpoints.saveProgress, async ({ params, body, caller }) => {
      const saved = await saveProgress(context, {
        userId: caller.user.id,
        lesson: params.lesson,
        ...body,
      });
      return saved.ok
        ? ok({ data: { type: 'progress' as const, id: params.lesson, attributes: saved.value } })
        : saved;
    }),
    route(endpoints.countWatching, async ({ params, body, caller }) =>
      done(await countWatching(context, { userId: caller.user?.id ?? null, ...params, report: body })),
    ),
    route(endpoints.getLesson, async ({ params, caller }) => {
      const lesson = await getLesson(context, params.id, caller);
      return lesson.ok ? ok({ data: lesson.value }) : lesson;
    }),
    ...noteRoutes(server, mailTexts),
    route(endpoints.listReviews, async ({ params, query, caller }) => {
      const { 'page[number]': number, 'page[size]': size, sort } = query;
      const userId = caller.user?.id ?? null;
      const reviews = await listReviews(context, params.slug, { number, size, sort, userId });
      if (reviews === undefined) return err(domainFailure('NOT_FOUND'));
      const path = endpoints.listReviews.path.replace(':slug', params.slug);
      const page = pageDocument(reviews, { path, query });
      const { rating, distribution, own } = reviews;
      return ok({ ...page, meta: { ...page.meta, rating, distribution, own } });
    }),
    route(endpoints.writeReview, async ({ params, body, caller }) => {
      const { user, locale } = caller;
      const written = await writeReview(server, { userId: user.id, slug: params.slug, locale, ...body });
      return written.ok ? ok({ data: written.value }) : written;
    }),
    route(endpoints.removeReview, async ({ params, caller }) => {
      return done(await removeReview(context, caller.user.id, params.slug));
    }),
  ];
}

function noteRoutes(context: ServerContext, mailTexts: MailTexts): readonly Route[] {
  return [
    route(endpoints.listNotes, async ({ query, caller }) => {
      const { 'page[number]': number, 'page[size]': size } = query;
      const { 'filter[lesson]': lesson = null, 'filter[course]': course = null } = query;
      const request = { userId: caller.user.id, lesson, course, number, size };
      const notes = await listNotes(context, request, caller.locale);
      const document = pageDocument(notes, { path: endpoints.listNotes.path, query });
      const document_url =
        course === null || notes.total === 0
          ? null
          : documentUrl(context.settings.tokenSecret, 'notes', {
              course,
              learner: caller.user.id,
              locale: caller.locale,
              now: context.clock.now(),
            });
      return ok({ ...document, meta: { ...document.meta, document_url } });
    }),
    route(endpoints.getNotesDocument, ({ params, query, caller }) => {
      const { learner, token, locale = caller.locale } = query;
      return getNotesDocument(context, mailTexts, { course: params.course, learner, token }, locale);
    }),
    route(endpoints.addNote, async ({ body, caller }) => {
      const added = await addNote(context, { userId: caller.user.id, ...body }, caller.locale);
      return added.ok ? ok({ data: added.value }) : added;
    }),
    route(endpoints.changeNote, async ({ params, body, caller }) => {
      const note = { id: params.id, userId: caller.user.id, text: body.text };
      const changed = await changeNote(context, note, caller.locale);
      return changed.ok ? ok({ data: changed.value }) : changed;
    }),
    route(endpoints.removeNote, async ({ params, caller }) => {
      return done(await removeNote(context, { id: params.id, userId: caller.user.id }));
    }),
  ];
}

/** Renames page parameters in links: this list uses the short `page` and `size`. */
function withShortNames<Links extends Readonly<Record<string, string | null>>>(links: Links): Links {
  const short = (link: string | null) =>
    link?.replace('page%5Bnumber%5D', 'page').replace('page%5Bsize%5D', 'size') ?? null;
  return Object.fromEntries(Object.entries(links).map(([name, link]) => [name, short(link)])) as Links;
}
