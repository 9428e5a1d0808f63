import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { customProperties } from '#core/model/cart.ts';
import { giftThemes } from '#core/model/gift-choice.ts';
import { lineId } from '#core/rules/carts/line-id.ts';
import { giftMotif, motifSize } from '#core/rules/gifts/gift-motifs.ts';
import { runs } from '#test/run-length.ts';

const theme = fc.constantFrom(...giftThemes);
const typed = fc.record(
  { greeting: fc.string({ minLength: 1, maxLength: 20 }), delivery: fc.constantFrom('buyer', 'parcel') },
  { requiredKeys: [] },
);

describe('the theme of a gift', () => {
  test.prop([typed, theme, theme], { numRuns: runs(100) })(
    'makes lines of their own of gifts for two occasions, whatever else was typed',
    (properties, one, other) => {
      const idWith = (occasion: typeof one) =>
        lineId({ product_id: 'gutschein-50', custom_properties: { ...properties, theme: occasion } });
      expect(idWith(one) === idWith(other)).toBe(one === other);
    },
  );

  test.prop([typed], { numRuns: runs(50) })('is none when nothing was chosen', (properties) => {
    const product_id = 'gutschein-50';
    expect(lineId({ product_id, custom_properties: { ...properties, theme: 'neutral' } })).toBe(
      lineId({ product_id, custom_properties: properties }),
    );
  });

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
