import { test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import {
  coverPictureWidths,
  coverSources,
  offeredWidths,
  pictureWidths,
} from '#core/rules/catalogue/picture-widths.ts';

test.each([
  [56, [96, 160]],
  [80, [96, 160]],
  [81, [96, 160, 320]],
  [320, [160, 320, 400, 480, 640]],
  [321, [320, 400, 480, 640, 800]],
  [1_000, [640, 800, 960, 1_200, 1_600, 2_000]],
  [1_600, [800, 960, 1_200, 1_600, 2_000]],
  [4_001, [2_000]],
])('a picture of %i px is offered from half as wide to twice, or just above', (width, expected) => {
  expect(offeredWidths(width)).toEqual(expected);
  for (const offered of expected) expect(pictureWidths).toContain(offered);
});

describe('covers', () => {
  test.each([
    [1, 152],
    [767, 152],
    [768, 217],
    [1023, 217],
    [1024, 124],
    [1365, 124],
    [1366, 152],
    [3840, 152],
  ])('at a viewport of %i px are %i px wide, or twice as many image pixels', (viewport, width) => {
    const source = coverSources().find(({ media }) => {
      const limit = /^\(max-width: (\d+)px\)$/.exec(media)?.[1];
      return media === '' || viewport <= Number(limit);
    });
    expect(source).toMatchObject({ width, width_2x: 2 * width });
  });

  test('exist once and twice as wide', () => {
    expect(coverPictureWidths).toEqual([124, 152, 217, 248, 304, 434]);
  });
});
