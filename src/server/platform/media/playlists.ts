import type { Locale } from '#core/model/values.ts';
import type { FilmFacts, Storyboard, Track } from './packaged-film.ts';

/** Names of the caption languages, each in its own language. */
const languages: Readonly<Record<Locale, string>> = { de: 'Deutsch', en: 'English' };

/** First lines of all playlists; version 7 allows segments in MP4 (RFC 8216, 7). */
const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];

interface MasterAddresses {
  /** Languages that have captions. */
  readonly captions: readonly Locale[];
  /** Address of another playlist of the film, by its name. */
  addressOf(playlist: string): string;
}

/**
 * Builds the master playlist of a film (RFC 8216, 4.3.4): a variant for each video size, smallest first, with sound and
 * captions, and one for sound alone.
 */
export function masterPlaylist(
  { pictures, sound }: Pick<FilmFacts, 'pictures' | 'sound'>,
  { captions, addressOf }: MasterAddresses,
): string {
  const groups = [
    ...(sound === null ? [] : ['AUDIO="sound"']),
    ...(captions.length === 0 ? [] : ['SUBTITLES="captions"']),
  ];
  const variant = (attributes: readonly string[], name: string) => [
    `#EXT-X-STREAM-INF:${[...attributes, ...groups].join(',')}`,
    addressOf(name),
  ];
  const rate = (...tracks: readonly (Track | null)[]) => {
    const sum = (of: (track: Track) => number) =>
      tracks.reduce((total, track) => total + (track === null ? 0 : of(track)), 0);
    return [`BANDWIDTH=${sum(({ peak }) => peak)}`, `AVERAGE-BANDWIDTH=${sum(({ average }) => average)}`];
  };
  const codecs = (...tracks: readonly (Track | null)[]) =>
    `CODECS="${tracks.flatMap((track) => track?.codecs ?? []).join(',')}"`;
  return lines([
    ...head,
    ...(sound === null
      ? []
      : [
          `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Original",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="${addressOf('sound')}"`,
        ]),
    ...captions.map(
      (locale) =>
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="${languages[locale]}",LANGUAGE="${locale}",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="${addressOf(`captions-${locale}`)}"`,
    ),
    ...pictures.flatMap((picture) =>
      variant(
        [...rate(picture, sound), codecs(picture, sound), `RESOLUTION=${picture.width}x${picture.height}`],
        picture.name,
      ),
    ),
    ...(sound === null ? [] : variant([...rate(sound), codecs(sound)], 'sound')),
  ]);
}

/** Address of the file of a track, and of the film's key. */
interface TrackAddresses {
  readonly file: string;
  readonly key: string;
}

/**
 * Builds the playlist of one track (RFC 8216, 4.3.3). Every segment is a byte range of the same file; its number, from
 * 0, is also its initialisation vector. The beginning of the file comes before the key, because it is not encrypted.
 */
export function trackPlaylist(
  { start, segments }: Pick<Track, 'start' | 'segments'>,
  { file, key }: TrackAddresses,
): string {
  let at = start;
  return lines([
    ...head,
    ...vod(Math.max(...segments.map(({ seconds }) => seconds))),
    `#EXT-X-MAP:URI="${file}",BYTERANGE="${start}@0"`,
    `#EXT-X-KEY:METHOD=AES-128,URI="${key}"`,
    ...segments.flatMap(({ seconds, bytes }) => {
      at += bytes;
      return [`#EXTINF:${seconds.toFixed(6)},`, `#EXT-X-BYTERANGE:${bytes}@${at - bytes}`, file];
    }),
    '#EXT-X-ENDLIST',
  ]);
}

/** Builds the playlist of captions: one segment, the whole file, for the seconds of the film. */
export function captionsPlaylist(seconds: number, file: string): string {
  return lines([...head, ...vod(seconds), `#EXTINF:${seconds.toFixed(6)},`, file, '#EXT-X-ENDLIST']);
}

/** Builds the storyboard as WebVTT: each cue refers to a part of a sheet at `addressOf`. */
export function storyboardTrack(
  seconds: number,
  { every, count, columns, rows, width, height }: Storyboard,
  addressOf: (sheet: number) => string,
): string {
  const cues = Array.from({ length: count }, (_, index) => {
    const place = index % (columns * rows);
    const sheet = Math.floor(index / (columns * rows)) + 1;
    const end = index === count - 1 ? seconds : Math.min(seconds, (index + 1) * every);
    const part = [(place % columns) * width, Math.floor(place / columns) * height, width, height].join(',');
    return `${clock(index * every)} --> ${clock(end)}\n${addressOf(sheet)}#xywh=${part}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

function vod(longest: number): readonly string[] {
  return [
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(longest))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
  ];
}

function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
