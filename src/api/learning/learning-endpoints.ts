import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint, respondsWithFile } from '#api/endpoint.ts';
import { byId, pageOf, pagePosition, pageQuery, resource } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import {
  activity as activityModel,
  lesson as lessonModel,
  myCourse as myCourseModel,
  note as noteModel,
  progress,
} from '#core/model/learning.ts';
import { type Infer, identifier, instant, line, locale, printable, text } from '#core/model/primitives.ts';
import { rating } from '#core/model/product.ts';
import { reviewDraft, review as reviewModel } from '#core/model/review.ts';
import { reviewSorts } from '#core/model/review-sort.ts';
import { watchReport } from '#core/model/watching.ts';

const activity = resource('activities', activityModel);

export type Activity = z.output<typeof activity>;

const wholeNumber = (highest: number) =>
  z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(highest)));

/** By default ten per page. `page[number]` and `page[size]` take precedence over `page` and `size`. */
const listActivities = defineEndpoint({
  name: 'listActivities',
  method: 'GET',
  path: '/activities',
  access: 'user',
  query: z.object({
    page: wholeNumber(10_000),
    size: wholeNumber(100),
    'page[number]': wholeNumber(10_000),
    'page[size]': wholeNumber(100),
    'filter[course]': z.optional(identifier),
  }),
  response: pageOf(activity),
});

const myCourse = resource('my_courses', myCourseModel);

export type MyCourse = z.output<typeof myCourse>;

const listMyCourses = defineEndpoint({
  name: 'listMyCourses',
  method: 'GET',
  path: '/my_courses',
  access: 'user',
  query: z.object({ ...pageQuery(24), 'filter[course]': z.optional(identifier) }),
  response: pageOf(myCourse),
});

/** `watched_at` is the player's time; if omitted, the current time. A position after the end counts as the end. */
const saveProgress = defineEndpoint({
  name: 'saveProgress',
  method: 'PUT',
  path: '/activities/:lesson',
  access: 'user',
  params: z.object({ lesson: identifier }),
  body: z.object({
    /** Players may send fractions of a second; the stored position is a whole number. */
    position_seconds: z.number().check(z.gte(0), z.lte(1_000_000)),
    is_finished: z._default(z.boolean(), false),
    watched_at: z.optional(instant),
  }),
  response: z.object({ data: resource('progress', progress) }),
});

const countWatching = defineEndpoint({
  name: 'countWatching',
  method: 'POST',
  path: '/lessons/:lesson/watching',
  access: 'optional_user',
  params: z.object({ lesson: identifier }),
  body: watchReport,
  response: done,
});

const lesson = resource('lessons', lessonModel);

export type LessonResource = Infer<typeof lesson>;

const getLesson = defineEndpoint({
  name: 'getLesson',
  method: 'GET',
  path: '/lessons/:id',
  access: 'optional_user',
  params: z.object({ id: identifier }),
  response: z.object({ data: lesson }),
});

/** Query of a link to a learner's document, valid without login for 15 minutes. */
const documentLink = z.object({
  learner: z._default(line(80), ''),
  token: z._default(line(200), ''),
  locale: z.optional(locale),
});

/** In the language of `locale`, by default that of the caller; available once all lessons are finished. */
const getConfirmation = defineEndpoint({
  name: 'getConfirmation',
  method: 'GET',
  path: '/confirmations/:course',
  params: z.object({ course: identifier }),
  query: documentLink,
  ...respondsWithFile('application/pdf'),
});

const note = resource('notes', noteModel);

export type NoteResource = z.output<typeof note>;

/** Maximum characters of a note. */
const longestNote = 2_000;
const noteText = text(longestNote).check(printable);

/** Notes stay readable after access to the course has ended. */
const listNotes = defineEndpoint({
  name: 'listNotes',
  method: 'GET',
  path: '/notes',
  access: 'user',
  query: z.object({
    ...pageQuery(50),
    'filter[lesson]': z.optional(identifier),
    'filter[course]': z.optional(identifier),
  }),
  response: z.extend(pageOf(note), {
    meta: z.object({
      page: pagePosition,
      /** All notes of the course as PDF, for 15 minutes; null without `filter[course]` or notes. */
      document_url: z.nullable(z.string()),
    }),
  }),
});

const getNotesDocument = defineEndpoint({
  name: 'getNotesDocument',
  method: 'GET',
  path: '/note-documents/:course',
  params: z.object({ course: identifier }),
  query: documentLink,
  ...respondsWithFile('application/pdf'),
});

const addNote = defineEndpoint({
  name: 'addNote',
  method: 'POST',
  path: '/notes',
  access: 'user',
  status: 201,
  body: z.object({
    lesson: identifier,
    position_seconds: z.int().check(z.gte(0), z.lte(100_000)),
    text: z._default(noteText, ''),
  }),
  response: z.object({ data: note }),
});

const changeNote = defineEndpoint({
  name: 'changeNote',
  method: 'PATCH',
  path: '/notes/:id',
  access: 'user',
  params: byId,
  body: z.object({ text: noteText }),
  response: z.object({ data: note }),
});

const removeNote = defineEndpoint({
  name: 'removeNote',
  method: 'DELETE',
  path: '/notes/:id',
  access: 'user',
  params: byId,
  response: done,
});

export const review = resource('reviews', reviewModel);

export type ReviewResource = z.output<typeof review>;

const listReviews = defineEndpoint({
  name: 'listReviews',
  method: 'GET',
  path: '/products/:slug/reviews',
  access: 'optional_user',
  params: z.object({ slug: identifier }),
  query: z.object({ sort: z._default(z.enum(reviewSorts), 'newest'), ...pageQuery(10) }),
  response: z.extend(pageOf(review), {
    meta: z.object({
      page: pagePosition,
      rating: z.nullable(rating),
      /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
      distribution: z.array(z.int()).check(z.length(5)),
      /** The review of the caller, whether or not it is on this page. */
      own: z.nullable(review),
    }),
  }),
});

const writeReview = defineEndpoint({
  name: 'writeReview',
  method: 'POST',
  path: '/products/:slug/reviews',
  access: 'user',
  status: 201,
  params: z.object({ slug: identifier }),
  body: reviewDraft,
  response: z.object({ data: review }),
});

const removeReview = defineEndpoint({
  name: 'removeReview',
  method: 'DELETE',
  path: '/products/:slug/reviews',
  access: 'user',
  params: z.object({ slug: identifier }),
  response: done,
});

export const learningEndpoints = {
  listMyCourses,
  getConfirmation,
  listActivities,
  saveProgress,
  countWatching,
  getLesson,
  listNotes,
  getNotesDocument,
  addNote,
  changeNote,
  removeNote,
  listReviews,
  writeReview,
  removeReview,
};

export const learningDocs: AreaDocs<keyof typeof learningEndpoints> = {
  title: 'Learning',
  description: 'Lessons, progress, notes and reviews.',
  operations: {
    getLesson: {
      summary: 'Read one lesson',
      description:
        'Free lessons for anyone, others for owners of the course and subscribers. The URLs of `media` are ' +
        'paths of this site and support range requests; those of paid lessons are signed and valid for ' +
        'four hours, so request them again instead of storing them.',
      failures: ['FORBIDDEN'],
      example: { params: { id: 'duerer-das-leere-blatt' } },
    },
    listMyCourses: {
      summary: 'List your own courses',
      description:
        'Owned courses and those of a membership, with the progress in each and the lesson to continue ' +
        'with; last watched first. `filter[course]` selects one course.',
    },
    getConfirmation: {
      summary: 'Download a confirmation of participation',
      description:
        'A PDF that states that all lessons were watched: no exam, no grade. The URL with its token is in ' +
        'the list of your courses and works without login for 15 minutes.',
      failures: ['FORBIDDEN'],
      example: { params: { course: 'course-clara-schumann' }, query: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
    listActivities: {
      summary: 'List watched lessons',
      description:
        'Newest first. This list also accepts `page` and `size` without brackets; `filter[course]` selects ' +
        'one course.',
    },
    saveProgress: {
      summary: 'Save the position in a lesson',
      description:
        'Values older than the stored progress are ignored, so a late request of another device never ' +
        'moves it back.',
      failures: ['FORBIDDEN'],
      example: {
        params: { lesson: 'duerer-das-leere-blatt' },
        body: { position_seconds: 75, is_finished: false },
      },
    },
    countWatching: {
      summary: 'Report the watching of a lesson',
      description:
        'How much of its film was watched, summed by day over all viewers. The viewer’s identity is used ' +
        'only to check access and is not stored.',
      failures: ['FORBIDDEN'],
      example: {
        params: { lesson: 'duerer-das-leere-blatt' },
        body: { seconds: 58, tenths: [0, 1], is_begun: true, is_finished: false, has_failed: false },
      },
    },
    listNotes: {
      summary: 'List your own bookmarks and notes',
      description:
        'Sorted by course, lesson and position. `filter[lesson]` and `filter[course]` select some; a ' +
        'bookmark is a note without text. With `filter[course]`, `meta.document_url` is the URL of its ' +
        'notes as PDF.',
    },
    getNotesDocument: {
      summary: 'Download your own notes of a course',
      description:
        'A PDF. The URL with its token is in the list of notes and works without login for 15 minutes.',
      failures: ['FORBIDDEN'],
      example: { params: { course: 'course-clara-schumann' }, query: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
    addNote: {
      summary: 'Add a bookmark or note',
      description: 'At a position in a lesson that you may watch. A user has at most 1,000.',
      failures: ['NOT_FOUND', 'FORBIDDEN', 'EXCEED_LIMIT'],
      example: {
        body: {
          lesson: 'duerer-das-leere-blatt',
          position_seconds: 8,
          text: 'Die erste Linie stehen lassen',
        },
      },
    },
    changeNote: { summary: 'Change the text of a note', example: { body: { text: 'Nicht radieren' } } },
    removeNote: { summary: 'Delete a note' },
    listReviews: {
      summary: 'List a product’s reviews',
      description:
        'Sorted by `sort`, with the shop’s answers. `meta.rating` is computed from all reviews, null if ' +
        'there are none; `meta.distribution` is the number of reviews with 1, 2, 3, 4 and 5 stars; ' +
        '`meta.own` is the caller’s own review.',
      example: { params: { slug: 'albrecht-duerer' } },
    },
    writeReview: {
      summary: 'Review a product',
      description:
        'Requires access to the product and a confirmed e-mail address. A second review replaces the first.',
      failures: ['FORBIDDEN', 'EMAIL_NOT_CONFIRMED'],
      example: {
        params: { slug: 'albrecht-duerer' },
        body: { stars: 5, text: 'Calm, clear and never in a hurry.', author: 'Johanna B.' },
      },
    },
    removeReview: {
      summary: 'Delete your own review',
      description:
        'Also recomputes the rating. Possible even after access to the product has ended. Succeeds if ' +
        'there is no review.',
      example: { params: { slug: 'albrecht-duerer' } },
    },
  },
};
