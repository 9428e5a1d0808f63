import { type Context, Hono } from 'hono';
import { type Locale, locales } from '#core/model/values.ts';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';
import type { StoredMedia } from '#ports/media-storage.ts';
import { recordContentUse } from '#server/orders/delivery/content-access.ts';
import {
  fileResponse,
  noStoreHeaders,
  refusalResponse,
  tooManyRequests,
} from '#server/platform/http/file-response.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import { captionEndings, type MediaEnding } from '#server/platform/media/media-files.ts';
import type { MediaLibrary, PackagedMedia } from '#server/platform/media/media-library.ts';
import {
  isPartSignatureValid,
  mediaSignature,
  partExpiry,
  partSignature,
} from '#server/platform/media/media-signature.ts';
import {
  posterFile,
  previewFile,
  sheetFile,
  sheetsOf,
  trackFile,
} from '#server/platform/media/packaged-film.ts';
import {
  captionsPlaylist,
  masterPlaylist,
  storyboardTrack,
  trackPlaylist,
} from '#server/platform/media/playlists.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { findDraftedFiles, isUploaded, readDraftedFile } from './lesson-files.ts';
import { type MediaAccess, mediaAccess } from './media-access.ts';
import { findFilm, type PackagedFilm } from './packaged-films.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'settings' | 'media'>;

/** Dependencies for signed URLs of segments. */
type AddressNeeds = Pick<ServerContext, 'clock' | 'settings'>;

/** An authorised request for a file of a film. */
interface Request {
  readonly context: Context;
  readonly film: PackagedFilm;
  /** Whether the URL contains a trailer's name instead of a film id: it stays the same when the film is replaced. */
  readonly isByName: boolean;
  readonly access: Exclude<MediaAccess, 'refused' | 'unknown'>;
  /** Query string of the request with its `?`; the film's other URLs get the same. */
  readonly query: string;
}

/** Resource that the signature of a paid film covers: its playlists, key and pictures together. */
export const filmEnding = 'hls';

/** Returns the path of a film's file. For a paid film, append the query string of `mediaSignature`. */
function filmPath(film: string, file: string): string {
  return `/media/films/${film}/${file}`;
}

/** Returns a lesson's data about its packaged film. `query`: the signature with its `?`, or empty. */
export function describeFilm({ id, origin, facts }: PackagedFilm, query: string): PackagedMedia {
  const address = (file: string) => `${filmPath(id, file)}${query}`;
  return {
    hls: { url: address('master.m3u8') },
    storyboard: facts.storyboard === null ? null : { url: address('storyboard.vtt') },
    length_seconds: Math.round(facts.seconds * 10) / 10,
    has_sound: facts.sound !== null,
    poster: facts.has_poster ? address('poster.jpg') : null,
    replacesFiles: origin === 'added',
  };
}

/**
 * Serves `/media/films/{film}/{file}` to those who may watch the film: its playlists, key and pictures, and a trailer's
 * preview; and `/media/parts/{file}`: its encrypted segments, unless the storage has URLs of its own. Stores the first
 * use of a purchase before sending the key (docs/behaviour/learning.md#streaming).
 */
export function filmRoutes(needs: Needs, library: MediaLibrary): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>();
  app.get('/films/:film{[a-z0-9-]{1,150}}/:file{[a-z0-9-]+(?:\\.[a-z0-9]{3,4})?}', async (context) => {
    const { film: asked, file } = context.req.param();
    const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(asked) || isTrailer(asked);
    if (file === 'poster.jpg' && isInPreview(needs, asked, context.req.query()))
      return posterOfDraft(library, context, asked);
    const film = isId ? await findFilm(needs, asked) : null;
    if (film === null) return refusalResponse(context, 404);
    const signed = { name: film.id, ending: filmEnding };
    const access = await mediaAccess(needs, { film: film.name, signed, query: context.req.query() });
    if (access === 'unknown') return refusalResponse(context, 404);
    if (access === 'refused') return refusalResponse(context, 403);
    const query = access === 'open' ? '' : new URL(context.req.url).search;
    const request = { context, film, isByName: isTrailer(asked), access, query };
    if (file === 'key') return keyResponse(needs, request);
    if (/\.(?:jpg|mp4)$/.test(file)) return fileOfFilm(library, request, file);
    const text = await textOf(needs, library, request, file);
    if (text === null) return refusalResponse(context, 404);
    const type = file.endsWith('.vtt') ? 'text/vtt; charset=utf-8' : 'application/vnd.apple.mpegurl';
    return context.body(text, 200, { ...noStoreHeaders, 'Content-Type': type });
  });
  app.get('/parts/:file{film-[a-z0-9-]+\\.m4s}', async (context) => {
    const name = context.req.param('file');
    const { expires, signature } = context.req.query();
    const presented = { expires, signature };
    if (!isPartSignatureValid(needs.settings.tokenSecret, name, presented, needs.clock.now()))
      return refusalResponse(context, 403);
    const file = await library.stored(name);
    if (file === null) return refusalResponse(context, 404);
    // Cacheable for everybody: it is encrypted, and the content of a name never changes.
    const headers = {
      'Content-Type': 'video/mp4',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Access-Control-Allow-Origin': '*',
    };
    return fileResponse(context, library, file, { headers, hasRanges: true });
  });
  return app;
}

/** Returns whether the URL is signed for the poster of a draft's film, as only an operator's preview is. */
function isInPreview(
  { settings, clock }: Needs,
  film: string,
  { expires, signature }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isPartSignatureValid(settings.tokenSecret, posterFile(film), { expires, signature }, clock.now());
}

async function posterOfDraft(library: MediaLibrary, context: Context, film: string): Promise<Response> {
  const file = await library.stored(posterFile(film));
  if (file === null) return refusalResponse(context, 404);
  return fileResponse(context, library, file, {
    headers: { 'Content-Type': 'image/jpeg', ...noStoreHeaders },
    hasRanges: false,
  });
}

/** Returns a playlist or the storyboard as text; null if the film has none of this name. */
async function textOf(
  needs: Needs,
  library: MediaLibrary,
  { film, access, query }: Request,
  file: string,
): Promise<string | null> {
  const { facts, id, name } = film;
  const { storyboard, seconds } = facts;
  if (file === 'storyboard.vtt')
    return storyboard === null
      ? null
      : storyboardTrack(seconds, storyboard, (sheet) => `${filmPath(id, `sheet-${sheet}.jpg`)}${query}`);
  if (file === 'master.m3u8') {
    const endings = captionEndings.map(({ ending }) => ending);
    const found = await library.files(name, endings);
    const isOwn = (one: StoredMedia) => takesCaptionsOfContent(film) || isUploaded(one);
    const captions = captionEndings.flatMap(({ locale, ending }) => {
      const one = found.get(ending);
      return one !== undefined && isOwn(one) ? [locale] : [];
    });
    return masterPlaylist(facts, {
      captions,
      addressOf: (playlist) => `${filmPath(id, `${playlist}.m3u8`)}${query}`,
    });
  }
  const locale = locales.find((one) => file === `captions-${one}.m3u8`);
  if (locale !== undefined) {
    const ending: MediaEnding = `${locale}.vtt`;
    const signature =
      access === 'open'
        ? ''
        : `?${mediaSignature(needs.settings.tokenSecret, { name, ending, sessionId: access.sessionId }, needs.clock.now())}`;
    return captionsPlaylist(seconds, `/media/${name}.${ending}${signature}`);
  }
  return file.endsWith('.m3u8')
    ? playlistOfTrack(needs, library, film, file.slice(0, -'.m3u8'.length), `${filmPath(id, 'key')}${query}`)
    : null;
}

/**
 * Returns whether the film uses the content's captions. An uploaded trailer does not: those captions belong to the
 * trailer it replaced.
 */
function takesCaptionsOfContent({ name, origin }: PackagedFilm): boolean {
  return !isTrailer(name) || origin === 'content';
}

/** Returns the playlist of a track; null if the film has none of this name. `key`: URL of the film's key. */
async function playlistOfTrack(
  needs: AddressNeeds,
  library: MediaLibrary,
  { id, facts: { pictures, sound } }: PackagedFilm,
  name: string,
  key: string,
): Promise<string | null> {
  const track = [...pictures, ...(sound === null ? [] : [sound])].find((one) => one.name === name);
  if (track === undefined) return null;
  return trackPlaylist(track, { file: await partAddress(needs, library, trackFile(id, name)), key });
}

/**
 * Returns a playlist of a draft's film, for operators: the URLs of playlists, captions and key need their session. Null
 * if the film has none of this name. `library`: without uploaded files.
 */
export async function operatorPlaylist(
  needs: AddressNeeds & Pick<ServerContext, 'db'>,
  library: MediaLibrary,
  film: PackagedFilm,
  name: string,
): Promise<string | null> {
  const folder = `/api/operator/draft-films/${film.id}`;
  const locale = locales.find((one) => name === `captions-${one}`);
  if (locale !== undefined) return captionsPlaylist(film.facts.seconds, `${folder}/captions/${locale}`);
  if (name !== 'master') return playlistOfTrack(needs, library, film, name, `${folder}/key`);
  return masterPlaylist(film.facts, {
    captions: await draftedLanguages(needs, library, film),
    addressOf: (playlist) => `${folder}/playlists/${playlist}`,
  });
}

/** Returns the caption languages that a film will have when its draft is published. */
async function draftedLanguages(
  { db }: Pick<ServerContext, 'db'>,
  library: MediaLibrary,
  film: PackagedFilm,
): Promise<readonly Locale[]> {
  const endings = captionEndings.map(({ ending }) => ending);
  const uploaded = await findDraftedFiles(db, film.name, endings);
  const ofContent = takesCaptionsOfContent(film) ? await library.files(film.name, endings) : null;
  return captionEndings.flatMap(({ locale, ending }) =>
    uploaded.includes(ending) || ofContent?.has(ending) ? [locale] : [],
  );
}

/**
 * Returns the captions that a film will have when its draft is published; null for none. `library`: without uploaded
 * files, because the draft may have removed one.
 */
export async function operatorCaptions(
  { db }: Pick<ServerContext, 'db'>,
  library: MediaLibrary,
  film: PackagedFilm,
  locale: Locale,
): Promise<string | null> {
  const ending = `${locale}.vtt` as const;
  const uploaded = await readDraftedFile(db, { film: film.name, ending });
  if (uploaded !== null) return uploaded.toString('utf8');
  if (!takesCaptionsOfContent(film)) return null;
  return library.text((await library.file(film.name, ending)) ?? undefined);
}

/** Returns the URL of a segment file, valid for some minutes: from the storage if it has URLs, else from the shop. */
async function partAddress(
  { clock, settings }: AddressNeeds,
  library: MediaLibrary,
  file: string,
): Promise<string> {
  const end = partExpiry(clock.now());
  return (
    (await library.addressOf(file, end)) ??
    `/media/parts/${file}?${partSignature(settings.tokenSecret, file, end)}`
  );
}

/** Counts and records the use of a paid film, then sends its key. */
async function keyResponse(needs: Needs, { context, film, access }: Request): Promise<Response> {
  const headers = { ...noStoreHeaders, 'Content-Type': 'application/octet-stream', 'Content-Length': '16' };
  if (context.req.method === 'HEAD') return context.body(null, 200, headers);
  if (access !== 'open') {
    const account = { account: access.userId };
    const counted = await takeHit(needs.db, needs, [
      limitOf('film_part', account),
      { ...limitOf('film_share', account), hits: 1_000 },
    ]);
    if (!counted.ok) return tooManyRequests(context, counted.error.retryAfterSeconds);
    const { unnoted, ...wanted } = access;
    if (!(await recordContentUse(needs.db, needs, wanted, unnoted))) return refusalResponse(context, 403);
  }
  return context.body(new Uint8Array(film.key), 200, headers);
}

/** Sends a storyboard sheet, the poster, or a trailer's preview. */
async function fileOfFilm(
  library: MediaLibrary,
  { context, film, isByName, access }: Request,
  name: string,
): Promise<Response> {
  const stored = storedName(film, name);
  const file = stored === null ? null : await library.stored(stored);
  if (file === null) return refusalResponse(context, 404);
  const kept = access === 'open' ? 'public, max-age=86400' : 'private, max-age=3600';
  const isVideo = name.endsWith('.mp4');
  const headers = {
    'Content-Type': isVideo ? 'video/mp4' : 'image/jpeg',
    'Cache-Control': isByName ? 'no-cache' : kept,
  };
  return fileResponse(context, library, file, { headers, hasRanges: isVideo });
}

/** Returns the name of a film's picture or preview in the storage; null if the film has none. */
function storedName({ id, facts }: PackagedFilm, file: string): string | null {
  if (file === 'poster.jpg') return facts.has_poster ? posterFile(id) : null;
  if (file === 'preview.mp4') return facts.has_preview ? previewFile(id) : null;
  const sheet = Number(/^sheet-([1-9]\d{0,3})\.jpg$/.exec(file)?.[1] ?? 0);
  const isThere = facts.storyboard !== null && sheet > 0 && sheet <= sheetsOf(facts.storyboard);
  return isThere ? sheetFile(id, sheet) : null;
}
