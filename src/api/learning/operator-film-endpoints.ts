import * as z from 'zod/mini';
import { type AreaDocs, byteStream, respondsWithFile } from '#api/endpoint.ts';
import { byId, pageSize, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listOf } from '#api/record-list.ts';
import { filmJob, operatorFilm } from '#core/model/film-job.ts';
import { lessonFile, lessonFileEndings, lessonFileFault } from '#core/model/lesson-file.ts';
import { calendarDay, identifier, line, locale, uuid } from '#core/model/primitives.ts';
import { lessonWatching } from '#core/model/watching.ts';
import { daysBetween } from '#core/rules/basics/calendar.ts';

const film = resource('operator_films', operatorFilm);
const filmDocument = z.object({ data: film });
const job = z.object({ data: resource('film_jobs', filmJob) });

/** Filters of the film list: state of the last job, or whether a film exists. */
export const filmFilters = ['shown', 'missing', 'under_way', 'failed'] as const;

/** A lesson's id, or `trailer-` and the slug of a course. */
const filmName = identifier;
const named = z.object({ film: filmName });

/** Sorted by course. */
const listOperatorFilms = defineOperatorEndpoint({
  name: 'listOperatorFilms',
  method: 'GET',
  path: '/operator/films',
  permission: 'films.change',
  query: z.object({
    'filter[q]': z.optional(line(120)),
    'filter[state]': z.optional(z.enum(filmFilters)),
    'page[after]': z.optional(filmName),
    'page[size]': pageSize(50),
  }),
  response: listOf(film),
});

const getOperatorFilm = defineOperatorEndpoint({
  name: 'getOperatorFilm',
  method: 'GET',
  path: '/operator/films/:film',
  permission: 'films.change',
  params: named,
  response: filmDocument,
});

/** Maximum days of a range. */
const mostDays = 366;

/** Both days are included. */
const getFilmWatching = defineOperatorEndpoint({
  name: 'getFilmWatching',
  method: 'GET',
  path: '/operator/films/:film/watching',
  permission: 'films.change',
  params: named,
  query: z
    .object({ from: calendarDay, to: calendarDay })
    .check(z.refine(({ from, to }) => from <= to && daysBetween(from, to) < mostDays, { path: ['to'] })),
  response: z.object({ data: lessonWatching }),
});

const beginFilmUpload = defineOperatorEndpoint({
  name: 'beginFilmUpload',
  method: 'POST',
  path: '/operator/films/:film/uploads',
  permission: 'films.change',
  status: 201,
  params: named,
  body: z.object({ file_name: line(200, 1), bytes: z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)) }),
  response: job,
});

const sendFilmPart = defineOperatorEndpoint({
  name: 'sendFilmPart',
  method: 'PUT',
  path: '/operator/film-jobs/:id/parts/:at',
  permission: 'films.change',
  mediaType: 'application/octet-stream',
  params: z.object({ id: uuid, at: z.string().check(z.regex(/^(?:0|[1-9]\d{0,14})$/)) }),
  body: byteStream,
  response: job,
});

const cancelFilmJob = defineOperatorEndpoint({
  name: 'cancelFilmJob',
  method: 'POST',
  path: '/operator/film-jobs/:id/cancel',
  permission: 'films.change',
  readsBody: false,
  params: byId,
  response: job,
});

const retryFilmJob = defineOperatorEndpoint({
  name: 'retryFilmJob',
  method: 'POST',
  path: '/operator/film-jobs/:id/retry',
  permission: 'films.change',
  readsBody: false,
  params: byId,
  response: job,
});

const removeFilm = defineOperatorEndpoint({
  name: 'removeFilm',
  method: 'DELETE',
  path: '/operator/films/:film',
  permission: 'films.change',
  params: named,
  response: filmDocument,
});

const getDraftFilmPlaylist = defineOperatorEndpoint({
  name: 'getDraftFilmPlaylist',
  method: 'GET',
  path: '/operator/draft-films/:id/playlists/:playlist',
  permission: 'films.change',
  params: z.object({ id: uuid, playlist: z.string().check(z.regex(/^[a-z]{1,10}(?:\d{0,4}|-[a-z]{2})$/)) }),
  ...respondsWithFile('application/vnd.apple.mpegurl'),
});

const getDraftFilmKey = defineOperatorEndpoint({
  name: 'getDraftFilmKey',
  method: 'GET',
  path: '/operator/draft-films/:id/key',
  permission: 'films.change',
  params: byId,
  ...respondsWithFile('application/octet-stream'),
});

const getDraftFilmCaptions = defineOperatorEndpoint({
  name: 'getDraftFilmCaptions',
  method: 'GET',
  path: '/operator/draft-films/:id/captions/:locale',
  permission: 'films.change',
  params: z.object({ id: uuid, locale }),
  ...respondsWithFile('text/vtt; charset=utf-8'),
});

const lessonFileKey = z.object({ film: filmName, ending: z.enum(lessonFileEndings) });
const lessonFiles = z.array(lessonFile);

const listLessonFiles = defineOperatorEndpoint({
  name: 'listLessonFiles',
  method: 'GET',
  path: '/operator/films/:film/files',
  permission: 'films.change',
  params: named,
  response: z.object({ data: lessonFiles }),
});

const storeLessonFile = defineOperatorEndpoint({
  name: 'storeLessonFile',
  method: 'PUT',
  path: '/operator/films/:film/files/:ending',
  permission: 'films.change',
  mediaType: 'application/octet-stream',
  params: lessonFileKey,
  body: byteStream,
  response: z.object({ data: lessonFiles, meta: z.object({ faults: z.array(lessonFileFault) }) }),
});

const removeLessonFile = defineOperatorEndpoint({
  name: 'removeLessonFile',
  method: 'DELETE',
  path: '/operator/films/:film/files/:ending',
  permission: 'films.change',
  params: lessonFileKey,
  response: z.object({ data: lessonFiles }),
});

export const operatorFilmEndpoints = {
  listOperatorFilms,
  getOperatorFilm,
  getFilmWatching,
  beginFilmUpload,
  sendFilmPart,
  cancelFilmJob,
  retryFilmJob,
  removeFilm,
  getDraftFilmPlaylist,
  getDraftFilmKey,
  getDraftFilmCaptions,
  listLessonFiles,
  storeLessonFile,
  removeLessonFile,
};

export const operatorFilmDocs: AreaDocs<keyof typeof operatorFilmEndpoints> = {
  title: 'Films, for operators',
  description:
    'Camera files become films of lessons and trailers. A finished film is added to the draft of its ' +
    'course (`films` of the record); the shown film stays until the draft is published.',
  operations: {
    listOperatorFilms: {
      summary: 'List films',
      description:
        'Every lesson on offer, and the trailer of every course: `trailer-` and its slug, without a title. ' +
        '`filter[q]` matches part of the title of lesson or course, of the film’s id, or of the course’s ' +
        'slug; `page[after]` is `meta.next` of the previous page.',
    },
    getOperatorFilm: { summary: 'Show the film of a lesson or a trailer' },
    getFilmWatching: {
      summary: 'Read viewing figures of a lesson',
      description:
        'Sums of all viewers by day, for a range of at most a year, days in the shop’s time zone. Nobody ' +
        'is tracked: a play is one visit of the lesson.',
    },
    beginFilmUpload: {
      summary: 'Begin the upload of a film',
      description:
        'The same name and size again resumes the upload: `received` is the next byte. The file is then ' +
        'sent in parts.',
      failures: ['FILM_TOOLS_MISSING', 'FILM_TOO_LARGE', 'FILM_UNDER_WAY'],
    },
    sendFilmPart: {
      summary: 'Send a part of a film',
      description:
        'At most 8 MiB, with `Content-Length`. After the last part the film is queued, or has failed with ' +
        'its cause.',
      failures: ['FILM_UNREADABLE', 'FILM_PART_MISPLACED'],
    },
    cancelFilmJob: {
      summary: 'Cancel a film job',
      description: 'Its files are removed.',
      failures: ['FILM_STATE'],
    },
    retryFilmJob: {
      summary: 'Retry a failed film job',
      description: 'It continues after the finished parts.',
      failures: ['FILM_STATE', 'FILM_UNDER_WAY'],
    },
    removeFilm: {
      summary: 'Remove an uploaded film from the draft of its course',
      description:
        'An unpublished one first, then the published one: when the draft is published, the film of the ' +
        'content is used again, if there is one, and current viewers can keep watching the removed film ' +
        'for a day.',
    },
    getDraftFilmPlaylist: {
      summary: 'Play a film of a draft',
      description:
        'An HTTP Live Streaming playlist: `master`, or one that it refers to. 404 if no draft contains the ' +
        'film. The URLs of segments are valid for ten minutes.',
    },
    getDraftFilmKey: { summary: 'Read the key of a film of a draft' },
    getDraftFilmCaptions: {
      summary: 'Read captions of a film of a draft',
      description:
        'WebVTT: the file that the draft names, else that of the content folder, except for trailers. 404 ' +
        'if there is none.',
    },
    listLessonFiles: {
      summary: 'List uploaded captions, texts and worksheets',
      description: 'Without an uploaded file, that of the content folder is used, if there is one.',
    },
    storeLessonFile: {
      summary: 'Upload captions, a text or a worksheet',
      description:
        'WebVTT or text in UTF-8, or PDF, at most 8 MiB, with `Content-Length`; a trailer has no ' +
        'worksheet. It is added to the draft of the course. A file with faults changes nothing; each fault ' +
        'is listed with its line.',
    },
    removeLessonFile: { summary: 'Remove uploaded captions, a text or a worksheet from the draft' },
  },
};
