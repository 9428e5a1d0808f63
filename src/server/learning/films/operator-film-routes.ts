import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { FilmJob, OperatorFilm } from '#core/model/film-job.ts';
import { err, mapResult, ok } from '#core/rules/basics/result.ts';
import { readWatching } from '#server/learning/count-watching.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { found } from '#server/platform/http/page-document.ts';
import { readAllBytes } from '#server/platform/http/read-input.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { createMediaLibrary } from '#server/platform/media/media-library.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { cancelFilm, removeFilm, retryFilm } from './film-jobs.ts';
import { operatorCaptions, operatorPlaylist } from './film-routes.ts';
import { beginUpload, receivePart } from './film-uploads.ts';
import { listLessonFiles, removeLessonFile, storeLessonFile } from './lesson-files.ts';
import { findOperatorFilm, listOperatorFilms } from './operator-films.ts';
import { findDraftedFilm } from './packaged-films.ts';

/** Back office routes for films. */
export function operatorFilmRoutes(context: ServerContext): readonly Route[] {
  const library = createMediaLibrary(context.media);
  return [
    route(operatorEndpoints.listOperatorFilms, async ({ query, caller }) => {
      const wanted = {
        q: query['filter[q]'],
        state: query['filter[state]'],
        after: query['page[after]'],
        size: query['page[size]'],
      };
      const { films, next } = await listOperatorFilms(context, wanted, caller.locale);
      return ok({ data: films.map(toResource), meta: { next } });
    }),
    route(operatorEndpoints.getOperatorFilm, async ({ params, caller }) => {
      const film = await findOperatorFilm(context, params.film, caller.locale);
      return found(film === null ? undefined : toResource(film));
    }),
    route(operatorEndpoints.getFilmWatching, async ({ params, query }) => {
      const watching = await readWatching(context.db, params.film, query);
      return watching === null ? err(domainFailure('NOT_FOUND')) : ok({ data: watching });
    }),
    route(operatorEndpoints.beginFilmUpload, async ({ params, body, caller }) =>
      mapResult(await beginUpload(actingAs(context, caller), { ...params, ...body }), jobDocument),
    ),
    route(operatorEndpoints.sendFilmPart, async ({ params, body, caller }) => {
      const part = {
        id: params.id,
        at: Number(params.at),
        body: body instanceof Blob ? body.stream() : body,
      };
      return mapResult(await receivePart(actingAs(context, caller), part), jobDocument);
    }),
    route(operatorEndpoints.cancelFilmJob, async ({ params, caller }) =>
      mapResult(await cancelFilm(actingAs(context, caller), params.id), jobDocument),
    ),
    route(operatorEndpoints.retryFilmJob, async ({ params, caller }) =>
      mapResult(await retryFilm(actingAs(context, caller), params.id), jobDocument),
    ),
    route(operatorEndpoints.removeFilm, async ({ params, caller }) => {
      const removed = await removeFilm(actingAs(context, caller), params.film);
      if (!removed.ok) return removed;
      const film = await findOperatorFilm(context, params.film, caller.locale);
      return found(film === null ? undefined : toResource(film));
    }),
    route(operatorEndpoints.getDraftFilmPlaylist, async ({ params: { id, playlist } }) => {
      const film = await findDraftedFilm(context.db, id);
      const text = film && (await operatorPlaylist(context, library, film, playlist));
      if (text === null) return err(domainFailure('NOT_FOUND'));
      return ok({ filename: `${playlist}.m3u8`, content: new TextEncoder().encode(text) });
    }),
    route(operatorEndpoints.getDraftFilmKey, async ({ params }) => {
      const film = await findDraftedFilm(context.db, params.id);
      if (film === null) return err(domainFailure('NOT_FOUND'));
      return ok({ filename: 'key', content: new Uint8Array(film.key) });
    }),
    route(operatorEndpoints.getDraftFilmCaptions, async ({ params: { id, locale } }) => {
      const film = await findDraftedFilm(context.db, id);
      const text = film && (await operatorCaptions(context, library, film, locale));
      if (text === null) return err(domainFailure('NOT_FOUND'));
      return ok({ filename: `${locale}.vtt`, content: new TextEncoder().encode(text) });
    }),
    route(operatorEndpoints.listLessonFiles, async ({ params }) =>
      ok({ data: await listLessonFiles(context.db, params.film) }),
    ),
    route(operatorEndpoints.storeLessonFile, async ({ params, body, caller }) => {
      const bytes = await readAllBytes(body);
      if (bytes === null) return err(domainFailure('FILM_UNREADABLE'));
      const stored = await storeLessonFile(actingAs(context, caller), params, bytes);
      if (!stored.ok) return stored;
      const data = await listLessonFiles(context.db, params.film);
      return ok({ data, meta: { faults: [...stored.value] } });
    }),
    route(operatorEndpoints.removeLessonFile, async ({ params, caller }) => {
      const removed = await removeLessonFile(actingAs(context, caller), params);
      return removed.ok ? ok({ data: await listLessonFiles(context.db, params.film) }) : removed;
    }),
  ];
}

function toResource({ id, ...attributes }: OperatorFilm) {
  return { type: 'operator_films' as const, id, attributes };
}

function jobDocument({ id, ...attributes }: FilmJob) {
  return { data: { type: 'film_jobs' as const, id, attributes } };
}
