import { fc, test } from '@fast-check/vitest';
import { runs } from 'meisterhand/arbitraries';
import { describe, expect } from 'vitest';
import {
  deleteDigitBesideGap,
  digitsOf,
  type Edit,
  formatCvv,
  formatExpiration,
  formatNumber,
} from '../../src/gateway/card-input-rules.ts';

const digit = fc.constantFrom(...'0123456789');

/** Parses a text in which a bar marks the caret: `4111 1|`. */
function at(marked: string): Edit {
  return { text: marked.replace('|', ''), caret: marked.indexOf('|') };
}

function show({ text, caret }: Edit): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

const anyEdit = fc
  .tuple(fc.string({ unit: fc.oneof(digit, fc.constantFrom(' ', '/', '-', 'x')), maxLength: 30 }), fc.nat(30))
  .map(([text, place]) => ({ text, caret: Math.min(place, text.length) }));

describe('number while it is typed', () => {
  test.each([
    ['4111|', '4111|'],
    ['41111|', '4111 1|'],
    ['41|111', '41|11 1'],
    ['4111 1|1111', '4111 1|111 1'],
    ['4111-1111/1111.1111|', '4111 1111 1111 1111|'],
    ['378282246310005|', '3782 822463 10005|'],
    ['3782822463100059|', '3782 822463 10005|'],
    ['abc|', '|'],
    ['41111111111111111111111|', '4111 1111 1111 1111111|'],
  ])('%s becomes %s', (typed, written) => {
    expect(show(formatNumber(at(typed)))).toBe(written);
  });

  test.prop([anyEdit], { numRuns: runs(500) })(
    'keeps the digits it has room for, the caret behind the same digit, and changes nothing twice',
    (edit) => {
      const once = formatNumber(edit);
      expect(digitsOf(edit.text).startsWith(digitsOf(once.text))).toBe(true);
      const before = digitsOf(edit.text.slice(0, edit.caret)).length;
      const kept = digitsOf(once.text).length;
      expect(digitsOf(once.text.slice(0, once.caret)).length).toBe(Math.min(before, kept));
      expect(formatNumber(once)).toEqual(once);
    },
  );
});

describe('expiry while it is typed', () => {
  test.each([
    ['1|', '1|'],
    ['11|', '11 / |'],
    ['5|', '05 / |'],
    ['112|', '11 / 2|'],
    ['11 / 28|', '11 / 28|'],
    ['11 / 283|', '11 / 28|'],
    ['11 / 2028|', '11 / 2028|'],
    ['1/|', '01 / |'],
    ['3/29|', '03 / 29|'],
    ['2028-03|', '03 / 2028|'],
    ['11 / / |', '11 / |'],
    ['1|1 / 28', '1|1 / 28'],
  ])('%s becomes %s', (typed, written) => {
    expect(show(formatExpiration(at(typed), false))).toBe(written);
  });

  test('deleting never writes a digit', () => {
    expect(show(formatExpiration(at('1| / 28'), true))).toBe('1|2 / 8');
    expect(show(formatExpiration(at('|2 / 28'), true))).toBe('|22 / 8');
  });

  test.prop([anyEdit, fc.boolean()], { numRuns: runs(500) })('changes nothing twice', (edit, isDeleting) => {
    const once = formatExpiration(edit, isDeleting);
    expect(formatExpiration(once, isDeleting)).toEqual(once);
    expect(once.caret).toBeLessThanOrEqual(once.text.length);
    expect(digitsOf(once.text).length).toBeLessThanOrEqual(6);
  });
});

describe('backspace and delete over what the formatting wrote', () => {
  test.each([
    ['11 / |', '11 /|', 'deleteContentBackward', '1|'],
    ['4111 |1', '4111|1', 'deleteContentBackward', '411|1'],
    ['4111| 12', '4111|12', 'deleteContentForward', '4111|2'],
    ['4111 1|', '4111 |', 'deleteContentBackward', '4111 |'],
    ['4111| 12', '4111|12', 'insertText', '4111|12'],
  ])('%s, then %s by %s, means %s', (before, after, inputType, meant) => {
    expect(show(deleteDigitBesideGap(at(before).text, at(after), inputType))).toBe(meant);
  });

  const formats = [formatNumber, (edit: Edit) => formatExpiration(edit, true)] as const;
  test.prop([fc.string({ unit: digit, maxLength: 16 }), fc.constantFrom(...formats)], { numRuns: runs(200) })(
    'pressing backspace often enough empties any field',
    (typed, format) => {
      let field = format({ text: typed, caret: typed.length });
      for (let press = 0; press < 16; press += 1) {
        const hit = { text: field.text.slice(0, -1), caret: Math.max(0, field.caret - 1) };
        field = format(deleteDigitBesideGap(field.text, hit, 'deleteContentBackward'));
      }
      expect(field).toEqual({ text: '', caret: 0 });
    },
  );
});

describe('security code while it is typed', () => {
  test.each([
    ['12x3|45', null, '123|4'],
    ['1234|', 'visa', '123|'],
    ['1234|', 'american-express', '1234|'],
  ] as const)('%s for %s becomes %s', (typed, type, written) => {
    expect(show(formatCvv(at(typed), type))).toBe(written);
  });
});
