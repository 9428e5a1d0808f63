import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { offeredWidths, pictureWidths } from '#core/rules/catalogue/picture-widths.ts';
import { runs } from '#test/run-length.ts';
import { heightFor, pictureAddress, plainWidth, sourceSet } from '#ui/components/parts/picture.tsx';

const width = fc.integer({ min: 40, max: 3000 });

describe('the URLs of a picture', () => {
  test.prop([width], { numRuns: runs(200) })('name only widths that exist, and always one', (shown) => {
    const offered = offeredWidths(shown);
    expect(offered.length).toBeGreaterThan(0);
    for (const candidate of [...offered, plainWidth(shown)]) expect(pictureWidths).toContain(candidate);
  });

  test.prop([fc.integer({ min: 96, max: 1000 })], { numRuns: runs(200) })(
    'are large enough for the shown width',
    (shown) => {
      expect(plainWidth(shown)).toBeGreaterThanOrEqual(shown);
      expect(Math.max(...offeredWidths(shown))).toBeGreaterThanOrEqual(Math.min(shown * 1.4, 2000));
    },
  );

  test('have the form that the server expects', () => {
    expect(pictureAddress('emmy-noether', 320, 'avif')).toBe('/pictures/emmy-noether-320.avif');
    expect(sourceSet('x', 160, 'webp')).toMatch(
      /^\/pictures\/x-\d+\.webp \d+w(?:, \/pictures\/x-\d+\.webp \d+w)+$/,
    );
  });

  test.each([
    ['3/4', 300, 400],
    ['2/3', 200, 300],
    ['1/1', 10, 10],
    ['16/9', 1600, 900],
  ] as const)('reserve the height of the ratio %s', (ratio, across, down) => {
    expect(heightFor(across, ratio)).toBe(down);
  });
});
