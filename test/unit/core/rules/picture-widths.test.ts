import { test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { coverPictureWidths, coverSources } from '#core/rules/picture-widths.ts';

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
