import { createDecipheriv } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { encryptedBytes, encryptSegment } from '#server/platform/media/film-encryption.ts';
import { masterPlaylist, storyboardTrack, trackPlaylist } from '#server/platform/media/playlists.ts';
import { runs } from '#test/run-length.ts';

/** A segment as a player reads it from a playlist. */
interface ReadSegment {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly bytes: number;
}

/** Reads a playlist of a track as a player does, line by line (RFC 8216). */
function readPlaylist(text: string) {
  const segments: ReadSegment[] = [];
  let seconds = 0;
  let range = { bytes: 0, first: 0 };
  const lines = text.trimEnd().split('\n');
  for (const [number, line] of lines.entries()) {
    const [, bytes, first] = /^#EXT-X-BYTERANGE:(\d+)@(\d+)$/.exec(line) ?? [];
    if (bytes !== undefined) range = { bytes: Number(bytes), first: Number(first) };
    if (line.startsWith('#')) continue;
    const length = Number(/^#EXTINF:([\d.]+),$/.exec(lines[number - 2] ?? '')?.[1]);
    segments.push({ from: seconds, to: seconds + length, ...range });
    seconds += length;
  }
  const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1]);
  const start = /#EXT-X-MAP:URI="part",BYTERANGE="(\d+)@0"/.exec(text)?.[1];
  return { segments, seconds, target, start: Number(start), last: lines.at(-1) };
}

const segment = fc.record({
  seconds: fc.integer({ min: 1, max: 12_000_000 }).map((micros) => micros / 1_000_000),
  bytes: fc.integer({ min: 1, max: 5_000_000 }),
});
const track = fc.record({
  start: fc.integer({ min: 1, max: 5_000 }),
  segments: fc.array(segment, { minLength: 1, maxLength: 300 }),
});

test.prop([track, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })], { numRuns: runs(200) })(
  'any list of segments is one film without gaps, and any place lies in exactly one segment',
  (made, place) => {
    const text = trackPlaylist(made, { file: 'part', key: 'key' });
    const { segments, seconds, target, start, last } = readPlaylist(text);
    expect([segments.length, start, last]).toEqual([made.segments.length, made.start, '#EXT-X-ENDLIST']);
    // Ranges follow each other in the file, and none is cut off.
    let at = made.start;
    for (const [index, { first, bytes, from, to }] of segments.entries()) {
      expect([first, bytes]).toEqual([at, made.segments[index]?.bytes]);
      expect(to - from).toBeLessThanOrEqual(target + 1e-6);
      at += bytes;
    }
    const whole = made.segments.reduce((sum, one) => sum + one.seconds, 0);
    expect(seconds).toBeCloseTo(whole, 3);
    const sought = place * seconds;
    expect(segments.filter(({ from, to }) => from <= sought && sought < to)).toHaveLength(1);
    // The start of the file is not encrypted, so it comes before the key.
    expect(text.indexOf('#EXT-X-MAP')).toBeLessThan(text.indexOf('#EXT-X-KEY:METHOD=AES-128,URI="key"'));
    expect(text.indexOf('#EXT-X-KEY')).toBeLessThan(text.indexOf('#EXTINF'));
  },
);

test.prop(
  [fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.uint8Array({ maxLength: 200 }), fc.nat(100_000)],
  { numRuns: runs(200) },
)(
  'an encrypted segment is decrypted by its key and number, and has the size that was predicted',
  (key, clear, number) => {
    const encrypted = encryptSegment(key, number, clear);
    expect(encrypted).toHaveLength(encryptedBytes(clear.length));
    const vector = Buffer.from(number.toString(16).padStart(32, '0'), 'hex');
    const decipher = createDecipheriv('aes-128-cbc', key, vector);
    expect(Buffer.concat([decipher.update(encrypted), decipher.final()])).toEqual(Buffer.from(clear));
  },
);

test('the master playlist has each picture with the sound, the sound alone, and captions of both languages', () => {
  const sound = { name: 'sound', start: 1, segments: [], codecs: 'mp4a.40.2', peak: 130, average: 120 };
  const picture = (height: number, width: number, peak: number) => ({
    ...{ name: `v${height}`, start: 1, segments: [], codecs: 'avc1.64001e', peak, average: peak - 50 },
    ...{ width, height },
  });
  const film = { pictures: [picture(240, 426, 300), picture(480, 854, 900)], sound };
  const addressOf = (name: string) => `/${name}?signed`;
  expect(masterPlaylist(film, { captions: ['de'], addressOf })).toBe(
    `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Original",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="/sound?signed"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="Deutsch",LANGUAGE="de",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="/captions-de?signed"
#EXT-X-STREAM-INF:BANDWIDTH=430,AVERAGE-BANDWIDTH=370,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=426x240,AUDIO="sound",SUBTITLES="captions"
/v240?signed
#EXT-X-STREAM-INF:BANDWIDTH=1030,AVERAGE-BANDWIDTH=970,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=854x480,AUDIO="sound",SUBTITLES="captions"
/v480?signed
#EXT-X-STREAM-INF:BANDWIDTH=130,AVERAGE-BANDWIDTH=120,CODECS="mp4a.40.2",AUDIO="sound",SUBTITLES="captions"
/sound?signed
`,
  );
  const silent = masterPlaylist({ ...film, sound: null }, { captions: [], addressOf });
  expect(silent).not.toMatch(/AUDIO|SUBTITLES|mp4a|sound/);
  expect(silent).toContain('BANDWIDTH=300,AVERAGE-BANDWIDTH=250,CODECS="avc1.64001e",RESOLUTION=426x240\n');
});

test('storyboard pictures cover the film without gaps, line by line, sheet after sheet', () => {
  const storyboard = { every: 2, count: 5, columns: 2, rows: 2, width: 160, height: 90 };
  const cues = storyboardTrack(9.5, storyboard, (sheet) => `/sheet-${sheet}.jpg`)
    .split('\n\n')
    .slice(1);
  expect(cues.map((cue) => cue.trim())).toEqual([
    '00:00:00.000 --> 00:00:02.000\n/sheet-1.jpg#xywh=0,0,160,90',
    '00:00:02.000 --> 00:00:04.000\n/sheet-1.jpg#xywh=160,0,160,90',
    '00:00:04.000 --> 00:00:06.000\n/sheet-1.jpg#xywh=0,90,160,90',
    '00:00:06.000 --> 00:00:08.000\n/sheet-1.jpg#xywh=160,90,160,90',
    '00:00:08.000 --> 00:00:09.500\n/sheet-2.jpg#xywh=0,0,160,90',
  ]);
});
