import { test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { coverPictureWidths, coverSources, coverWidthAt } from '#core/rules/picture-widths.ts';

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
  ])('at a viewport of %i px are %i px wide', (viewport, width) => {
    expect(coverWidthAt(viewport)).toBe(width);
  });

  test('exist once and twice as wide', () => {
    expect(coverPictureWidths).toEqual([124, 152, 217, 248, 304, 434]);
  });

  test('are chosen by the browser as by the table', () => {
    for (const viewport of [320, 767, 768, 1023, 1024, 1365, 1366, 1920]) {
      const source = coverSources().find(({ media }) => {
        const limit = /^\(max-width: (\d+)px\)$/.exec(media)?.[1];
        return media === '' || viewport <= Number(limit);
      });
      expect(source?.width).toBe(coverWidthAt(viewport));
      expect(source?.width_2x).toBe(2 * coverWidthAt(viewport));
    }
  });
});
