import { describe, expect, test } from 'vitest';
import { outlinesOf } from '#server/content/hero-outlines.ts';

const drawing = (paths: string, size = '1600 900') => `<svg viewBox="0 0 ${size}">${paths}</svg>`;
const path = (width: number, data: string) =>
  `<path fill="none" stroke="#e3b94f" stroke-width="${width}" d="${data}"/>`;

describe('the outlines of a hero', () => {
  test('are its wide strokes, split into single lines, without hatching and backgrounds', () => {
    const lines = [
      '<path fill="#12100c" d="M0 0h1600v900H0z"/>',
      path(0.85, 'M1 1l2 2'),
      path(1.39, 'M2 2l3 3'),
      path(1.4, 'M3 3l4 4M9 9h5z'),
      path(2.2, 'M5 5v6'),
    ];
    expect(outlinesOf(drawing(lines.join('\n')))).toEqual(['M3 3l4 4', 'M9 9h5z', 'M5 5v6']);
  });

  test('are empty for a drawing of another size, and if they are too long for the page', () => {
    expect(outlinesOf(drawing(path(2, 'M1 1h2'), '600 800'))).toEqual([]);
    expect(outlinesOf(drawing(path(2, `M1 1${'h2'.repeat(998)}`)))).toHaveLength(1);
    expect(outlinesOf(drawing(path(2, `M1 1${'h2'.repeat(999)}`)))).toEqual([]);
  });
});
