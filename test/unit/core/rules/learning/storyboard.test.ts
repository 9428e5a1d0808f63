import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { partAt } from '#core/rules/learning/lesson-progress.ts';
import { readStoryboard, type ScrubPicture } from '#core/rules/learning/storyboard.ts';
import { runs } from '#test/run-length.ts';

const clock = (seconds: number) =>
  `${String(Math.floor(seconds / 3600)).padStart(2, '0')}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;

const write = (pictures: readonly ScrubPicture[], end: string) =>
  [
    'WEBVTT',
    ...pictures.map(
      (one, at) =>
        `${at + 1}${end}${clock(one.begin_seconds)} --> ${clock(one.begin_seconds + 1)}${end}${one.sheet}#xywh=${one.left},${one.top},${one.width},${one.height}`,
    ),
  ].join(end + end);

const picture = fc.record({
  begin_seconds: fc.integer({ min: 0, max: 20_000 }),
  sheet: fc.constantFrom('/media/films/f/sheet-1.jpg?signature=a_b%3D', '/s.jpg'),
  left: fc.nat(2_000),
  top: fc.nat(2_000),
  width: fc.integer({ min: 1, max: 400 }),
  height: fc.integer({ min: 1, max: 400 }),
});

property.prop(
  [
    fc.uniqueArray(picture, { selector: (one) => one.begin_seconds, maxLength: 20 }),
    fc.constantFrom('\n', '\r\n'),
  ],
  { numRuns: runs(100) },
)('a storyboard is read as it was written, in the order of the film', (pictures, end) => {
  const read = readStoryboard(write(pictures, end));
  expect(read).toEqual(pictures.toSorted((a, b) => a.begin_seconds - b.begin_seconds));
  for (const one of read) expect(partAt(read, one.begin_seconds + 0.5)).toBe(one);
});

property.prop([fc.string()], { numRuns: runs(200) })('any other text has no picture', (text) => {
  expect(readStoryboard(text)).toEqual([]);
});

test('captions, notes and pictures without a size are left out, the rest stays', () => {
  const file = [
    'WEBVTT',
    'NOTE a',
    '00:00.000 --> 00:01.000\nSpoken',
    '00:00.000 --> 00:01.000\ns.jpg#xywh=1,2,0,4',
    '00:00.000 --> 00:01.000\ns.jpg#xywh=1,2,3,0',
    '01:02.500 --> 01:03.000\ns.jpg#xywh=1,2,3,4\n',
  ];
  expect(readStoryboard(file.join('\n\n'))).toEqual([
    { begin_seconds: 62.5, sheet: 's.jpg', left: 1, top: 2, width: 3, height: 4 },
  ]);
});
