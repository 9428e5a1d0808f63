import { endpoints } from '#api/endpoints.ts';
import { pageSizes } from '#core/rules/layout.ts';
import { err, ok } from '#core/rules/result.ts';
import { listReviews, removeReview, writeReview } from '#server/catalogue/reviews.ts';
import {
  addWishListItem,
  addWishListItems,
  listWishListItems,
  removeWishListItem,
} from '#server/catalogue/wish-list.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { Route } from '#server/http/mount-endpoint.ts';
import { route } from '#server/http/mount-endpoint.ts';
import { pageDocument } from '#server/http/page-document.ts';
import { listActivities, saveProgress } from '#server/learning/activities.ts';
import { getLesson } from '#server/learning/lessons.ts';
import { listMyCourses } from '#server/learning/my-courses.ts';
import { addNote, changeNote, listNotes, removeNote } from '#server/learning/notes.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import { createMediaLibrary } from '#server/media/media-library.ts';
import { getConfirmation } from '#server/participation/get-confirmation.ts';
import type { ServerContext } from '#server/server-context.ts';

const done = { success: true } as const;

/** Lessons, activities, wish list and reviews. */
export function learningRoutes(server: ServerContext, mailTexts: MailTexts): readonly Route[] {
  const context = { ...server, media: createMediaLibrary(server.media) };
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
    route(endpoints.getLesson, async ({ params, caller }) => {
      const lesson = await getLesson(context, params.id, caller);
      return lesson.ok ? ok({ data: lesson.value }) : lesson;
    }),
    ...noteRoutes(server),
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
      const removed = await removeReview(context, caller.user.id, params.slug);
      return removed.ok ? ok(done) : removed;
    }),
    route(endpoints.listWishListItems, async ({ query, caller }) => {
      const { 'page[number]': number, 'page[size]': size } = query;
      const items = await listWishListItems(context, { userId: caller.user.id, number, size }, caller.locale);
      return ok(pageDocument(items, { path: endpoints.listWishListItems.path, query }));
    }),
    route(endpoints.addWishListItem, async ({ params, caller }) => {
      const added = await addWishListItem(context, caller.user.id, params.product_id);
      return added.ok ? ok(done) : added;
    }),
    route(endpoints.addWishListItems, async ({ body, caller }) =>
      ok({ left_out: await addWishListItems(context, caller.user.id, body.product_ids) }),
    ),
    route(endpoints.removeWishListItem, async ({ params, caller }) => {
      const removed = await removeWishListItem(context, caller.user.id, params.product_id);
      return removed.ok ? ok(done) : removed;
    }),
  ];
}

function noteRoutes(context: ServerContext): readonly Route[] {
  return [
    route(endpoints.listNotes, async ({ query, caller }) => {
      const { 'page[number]': number, 'page[size]': size } = query;
      const { 'filter[lesson]': lesson = null, 'filter[course]': course = null } = query;
      const request = { userId: caller.user.id, lesson, course, number, size };
      const notes = await listNotes(context, request, caller.locale);
      return ok(pageDocument(notes, { path: endpoints.listNotes.path, query }));
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
      const removed = await removeNote(context, { id: params.id, userId: caller.user.id });
      return removed.ok ? ok(done) : removed;
    }),
  ];
}

/** This list uses the short page parameters `page` and `size`. */
function withShortNames<Links extends Readonly<Record<string, string | null>>>(links: Links): Links {
  const short = (link: string | null) =>
    link?.replace('page%5Bnumber%5D', 'page').replace('page%5Bsize%5D', 'size') ?? null;
  return Object.fromEntries(Object.entries(links).map(([name, link]) => [name, short(link)])) as Links;
}
