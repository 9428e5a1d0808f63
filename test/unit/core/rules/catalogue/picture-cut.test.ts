import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pictureCut, pictureShapes, smallestCrop } from '#core/model/picture.ts';
import { shownArea } from '#core/rules/catalogue/picture-cut.ts';

const size = fc.record({
  width: fc.integer({ min: 600, max: 4000 }),
  height: fc.integer({ min: 600, max: 4000 }),
});
const edges = fc
  .tuple(fc.integer({ min: 0, max: 1000 - smallestCrop }), fc.nat(1000))
  .map(([from, length]) => [from, Math.min(1000, from + Math.max(smallestCrop, length))] as const);
const cut = fc
  .record({
    shape: fc.constantFrom(...pictureShapes),
    across: edges,
    down: edges,
    x: fc.nat(1000),
    y: fc.nat(1000),
  })
  .map(({ shape, across: [left, right], down: [top, bottom], x, y }) => ({
    shape,
    crop: { left, top, right, bottom },
    focus: { x, y },
  }));

describe('what is shown of a picture', () => {
  test('is the largest part of its shape inside the crop', () => {
    fc.assert(
      fc.property(size, cut, ({ width, height }, chosen) => {
        expect(pictureCut.safeParse(chosen).success).toBe(true);
        const area = shownArea({ width, height }, chosen);
        const { left, top, right, bottom } = chosen.crop;
        const [start, end] = [Math.round((left * width) / 1000), Math.round((right * width) / 1000)];
        const [first, last] = [Math.round((top * height) / 1000), Math.round((bottom * height) / 1000)];
        expect(area.left).toBeGreaterThanOrEqual(start);
        expect(area.left + area.width).toBeLessThanOrEqual(end);
        expect(area.top).toBeGreaterThanOrEqual(first);
        expect(area.top + area.height).toBeLessThanOrEqual(last);
        const [shapeWidth = 1, shapeHeight = 1] = chosen.shape.split('/').map(Number);
        expect(Math.abs(area.width / shapeWidth - area.height / shapeHeight)).toBeLessThanOrEqual(1);
        expect(area.width === end - start || area.height === last - first).toBe(true);
      }),
    );
  });

  test('has the focus in its middle, or is at the edge of the crop', () => {
    fc.assert(
      fc.property(size, cut, ({ width, height }, chosen) => {
        const area = shownArea({ width, height }, chosen);
        const { left, right } = chosen.crop;
        const [start, end] = [Math.round((left * width) / 1000), Math.round((right * width) / 1000)];
        const distance = Math.abs(area.left + area.width / 2 - (chosen.focus.x * width) / 1000);
        const isAtEdge = area.left === start || area.left + area.width === end;
        expect(distance <= 1 || isAtEdge).toBe(true);
      }),
    );
  });

  test('of a wide picture follows the focus', () => {
    const whole = { left: 0, top: 0, right: 1000, bottom: 1000 };
    const shown = (x: number) =>
      shownArea({ width: 1600, height: 800 }, { shape: '3/4', crop: whole, focus: { x, y: 500 } });
    expect(shown(0)).toEqual({ left: 0, top: 0, width: 600, height: 800 });
    expect(shown(500)).toEqual({ left: 500, top: 0, width: 600, height: 800 });
    expect(shown(1000)).toEqual({ left: 1000, top: 0, width: 600, height: 800 });
  });
});
