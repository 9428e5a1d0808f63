import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { customProperties } from '#core/model/cart.ts';
import { giftThemes } from '#core/model/gift-choice.ts';
import { giftMotif, motifSize } from '#core/rules/gifts/gift-motifs.ts';
import { runs } from '#test/run-length.ts';

describe('the theme of a gift', () => {
  test.prop([fc.string()], { numRuns: runs(100) })('is one of the occasions of the shop', (name) => {
    const isKnown = giftThemes.some((known) => known === name);
    expect(customProperties.safeParse({ theme: name }).success).toBe(isKnown);
  });

  test.each(giftThemes)('%s has a drawing of its own inside its square', (name) => {
    const path = giftMotif(name);
    expect(giftThemes.filter((other) => giftMotif(other) === path)).toEqual([name]);
    expect(path).not.toMatch(/NaN|undefined|Infinity/);
    const points = [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(points.length).toBeGreaterThan(3);
    for (const value of points.flat()) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(motifSize);
    }
  });
});
