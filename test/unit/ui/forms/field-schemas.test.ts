import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { line, text } from '#core/model/primitives.ts';
import { runs } from '#test/run-length.ts';
import { optionalLine, optionalText, requiredLine, requiredText } from '#ui/forms/field-schemas.ts';

const missing = 'Bitte ausfüllen.';
const tooLong = 'Das ist zu lang.';

describe('a field of a form', () => {
  test.each(['', ' ', '\u200b', '\u00ad\u2060', '\u202e', '\u0007', '\n'])(
    'with only invisible characters (%j) is reported as empty',
    (typed) => {
      for (const field of [requiredLine(missing, 40, tooLong), requiredText(missing, 40, tooLong)])
        expect(field.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([missing]);
    },
  );

  test('is too long at the limit of the server', () => {
    for (const field of [optionalLine(3, tooLong), optionalText(3, tooLong)]) {
      expect(field.safeParse('u\u0308ber').error?.issues.map(({ message }) => message)).toEqual([tooLong]);
      expect(field.parse('u\u0308be')).toBe('übe');
    }
  });

  const typed = fc.string({
    unit: fc.constantFrom('a', 'u\u0308', ' ', '\n', '\r\n', '\u0007', '\u202e', '\u202c', '\u200b'),
    maxLength: 12,
  });

  test.prop([typed], { numRuns: runs(200) })('is sent as the server stores it', (value) => {
    expect(optionalLine(40, tooLong).parse(value)).toBe(line(40).parse(value));
    expect(optionalText(40, tooLong).parse(value)).toBe(text(40).parse(value));
  });
});
