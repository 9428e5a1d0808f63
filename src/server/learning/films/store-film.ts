import { randomBytes } from 'node:crypto';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type ClearTrack, readTrack } from '#server/platform/media/cmaf-track.ts';
import { encryptedBytes, encryptSegment } from '#server/platform/media/film-encryption.ts';
import {
  type FilmFacts,
  folderFacts,
  type Picture,
  posterFile,
  previewFile,
  sheetFile,
  sheetsOf,
  type Track,
  trackFile,
} from '#server/platform/media/packaged-film.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { PackagedFilm } from './packaged-films.ts';

/** Maximum bytes of a track's header with its index: enough for 48 hours of film. */
const headBytes = 1024 * 1024;

/** Returns a new random AES-128 key. */
export function newFilmKey(): Buffer {
  return randomBytes(16);
}

/**
 * Encrypts the unencrypted film in a folder and stores it. Files: `film.json`, `v<lines>.mp4` (H.264), `a<lines>.mp4`
 * (AV1) and `sound.mp4` (CMAF), `sheet-<number>.jpg`, `poster.jpg`, `preview.mp4`. Pictures and preview stay
 * unencrypted. Returns the film's facts. Throws for an invalid track, naming its file.
 */
export async function storeFilm(
  { media }: Pick<ServerContext, 'media'>,
  { id, key }: Pick<PackagedFilm, 'id' | 'key'>,
  folder: string,
): Promise<FilmFacts> {
  const files = await readdir(folder);
  const facts = JSON.parse(await readFile(join(folder, 'film.json'), 'utf8'));
  const { seconds, storyboard } = folderFacts.parse(facts);
  const pictures: Picture[] = [];
  let sound: Track | null = null;
  for (const file of files.filter((name) => /^(?:[av]\d+|sound)\.mp4$/.test(name))) {
    const name = file.slice(0, -'.mp4'.length);
    const { track, size } = await storeTrack(media, { id, key, name }, join(folder, file));
    if (size === null) sound = track;
    else pictures.push({ ...track, ...size });
  }
  const has_poster = files.includes('poster.jpg');
  const has_preview = files.includes('preview.mp4');
  const sheets = storyboard === null ? 0 : sheetsOf(storyboard);
  for (let sheet = 1; sheet <= sheets; sheet += 1)
    await storeClear(media, sheetFile(id, sheet), join(folder, `sheet-${sheet}.jpg`));
  if (has_poster) await storeClear(media, posterFile(id), join(folder, 'poster.jpg'));
  if (has_preview) await storeClear(media, previewFile(id), join(folder, 'preview.mp4'));
  return {
    seconds,
    // Same height: H.264 before AV1, because every browser supports it.
    pictures: pictures.toSorted(
      (one, other) => one.height - other.height || other.name.localeCompare(one.name),
    ),
    sound,
    storyboard,
    has_poster,
    has_preview,
  };
}

async function storeTrack(
  media: ServerContext['media'],
  { id, key, name }: { readonly id: string; readonly key: Buffer; readonly name: string },
  path: string,
): Promise<{ readonly track: Track; readonly size: ClearTrack['size'] }> {
  const file = await open(path);
  try {
    const read = async (at: number, bytes: number) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
      return buffer.subarray(0, bytesRead);
    };
    const clear = readTrack(await read(0, headBytes));
    const last = clear === null ? 0 : clear.segments.reduce((at, { bytes }) => at + bytes, clear.first);
    if (clear === null || clear.segments.length === 0 || (await file.stat()).size < last)
      throw new Error(`${path} is no whole CMAF track: make the film again.`);
    const segments = clear.segments.map((one) => ({ ...one, bytes: encryptedBytes(one.bytes) }));
    const content = async function* () {
      yield await read(0, clear.start);
      let at = clear.first;
      for (const [number, { bytes }] of clear.segments.entries()) {
        yield encryptSegment(key, number, await read(at, bytes));
        at += bytes;
      }
    };
    const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
    const size = clear.start + bytes;
    // The same key gives the same file, so skip one that an interrupted try already stored.
    if ((await media.find(trackFile(id, name)))?.size !== size)
      await media.store({
        name: trackFile(id, name),
        size,
        content: NodeReadableStream.from(content()) as ReadableStream<Uint8Array>,
      });
    const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
    const track = {
      name,
      start: clear.start,
      segments,
      codecs: clear.codecs,
      peak: peakOf(segments),
      average: Math.ceil((bytes * 8) / seconds),
    };
    return { track, size: clear.size };
  } finally {
    await file.close();
  }
}

/** Returns the peak bit rate; a short last segment does not count (RFC 8216, 4.1, "peak segment bit rate"). */
function peakOf(segments: Track['segments']): number {
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  const counted = segments.filter(({ seconds }) => seconds >= longest / 2);
  return Math.max(...counted.map(({ bytes, seconds }) => Math.ceil((bytes * 8) / seconds)));
}

/** Stores a small file unencrypted: a picture, or the preview. */
async function storeClear(media: ServerContext['media'], name: string, path: string): Promise<void> {
  const content = await readFile(path);
  await media.store({ name, size: content.byteLength, content: new Blob([content]).stream() });
}
