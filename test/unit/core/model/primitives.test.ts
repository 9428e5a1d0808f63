import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { code, email, line, newPassword, repeatedPassword, sixDigits, text } from '#core/model/primitives.ts';
import { runs } from '#test/run-length.ts';

describe('a new password', () => {
  test.prop([fc.string({ maxLength: 140 })], { numRuns: runs(300) })(
    'has 8 to 128 characters of any kind',
    (password) => {
      const fits = password.length >= 8 && password.length <= 128;
      expect(newPassword.safeParse(password).success).toBe(fits);
    },
  );

  test.each([
    [7, false],
    [8, true],
    [128, true],
    [129, false],
  ])('of %i blanks is accepted: %s', (length, expected) => {
    expect(newPassword.safeParse(' '.repeat(length)).success).toBe(expected);
  });
});

describe('a code', () => {
  test.each([
    ['willkommen 10', 'WILLKOMMEN10'],
    [' gutschein-50 ', 'GUTSCHEIN-50'],
    ['Gutschein\u201050', 'GUTSCHEIN-50'],
    ['abcd \u2212 efgh', 'ABCD-EFGH'],
    ['geschenk\u200b-7k4p', 'GESCHENK-7K4P'],
    ['\ufeffge\u00adschenk', 'GESCHENK'],
    ['ｇｕｔｓｃｈｅｉｎ－５０', 'GUTSCHEIN-50'],
  ])('%s is read as %s', (typed, expected) => {
    expect(code.parse(typed)).toBe(expected);
  });

  test('of blanks and invisible characters is refused', () => {
    expect(code.safeParse(' \u00a0 ').success).toBe(false);
    expect(code.safeParse('\u200b\u00ad').success).toBe(false);
  });
});

describe('six digits', () => {
  test.each(['123456', ' 123 456', '123-456', '123456\u200b', '123\u00ad456', '１２３４５６'])(
    'are read from %j',
    (typed) => {
      expect(sixDigits.parse(typed)).toBe('123456');
    },
  );

  test.each(['12345', '1234567', '12345a', ''])('are refused in %j', (typed) => {
    expect(sixDigits.safeParse(typed).success).toBe(false);
  });
});

describe('a text', () => {
  test('is stored in normal form C, with its line breaks', () => {
    expect(text(20).parse(' Käthe\nMüller '.normalize('NFD'))).toBe('Käthe\nMüller'.normalize('NFC'));
  });

  test.each([
    ['Alles\u0007 Gute', 'Alles Gute'],
    ['eins\r\nzwei\rdrei\u2028vier', 'eins\nzwei\ndrei\nvier'],
    ['a\tb  c', 'a\tb  c'],
    ['Anna\u202egro\nBernd', 'Annagro\nBernd'],
    ['\u202aAnna\u202c', '\u202aAnna\u202c'],
    ['\u2067\u202aאבא\u202c\u2069!', '\u2067\u202aאבא\u202c\u2069!'],
    // These end in another line, or in another order than they begin.
    ['\u202eAnna\nBernd\u202c', 'Anna\nBernd'],
    ['\u2067\u202aאבא\u2069\u202c', 'אבא'],
  ])('%j is stored as %j', (typed, expected) => {
    expect(text(40, 1).parse(typed)).toBe(expected);
    expect(text(40, 1).parse(expected)).toBe(expected);
  });

  test.each(['\u200b\n\u2060', '\u0007', '\n\n', '\u3164'])('of %j only is empty', (typed) => {
    expect(text(40).parse(typed)).toBe('');
    expect(text(40, 1).safeParse(typed).success).toBe(false);
  });

  test('with 200,000 direction characters is checked within the time limit', () => {
    const nested = '\u202a'.repeat(100_000) + '\u202c'.repeat(100_000);
    expect(text(40).safeParse(`a${nested}`).success).toBe(false);
    expect(text(400_000).parse(`a${nested}`)).toBe(`a${nested}`);
  });

  test('has the length of its composed letters', () => {
    expect(text(3, 3).safeParse('übü'.normalize('NFD')).success).toBe(true);
    expect(text(3, 3).safeParse('übüb'.normalize('NFD')).success).toBe(false);
  });
});

const composed = { code, email, line: line(40), newPassword, sixDigits, text: text(40), repeatedPassword };

test.each(Object.entries(composed))('more than 30 combining marks in a row are refused: %s', (_, schema) => {
  const marks = (count: number) =>
    schema.safeParse(`a${'\u0300\u0316'.repeat(count / 2)}`).error?.issues ?? [];
  expect(marks(30)).not.toContainEqual(expect.objectContaining({ message: 'UNREADABLE_CHARACTER' }));
  // Later checks have not run: they would report the length, too.
  for (const count of [32, 100_000])
    expect(marks(count)).toMatchObject([{ message: 'UNREADABLE_CHARACTER' }]);
});

test.each(['\u202e', '\u2069\u2066', '\u0007'])(
  'combining marks are counted across %j, which is removed',
  (between) => {
    const rows = `a${`${'\u0300\u0316'.repeat(15)}${between}`.repeat(1_000)}`;
    for (const schema of [line(40), text(40)])
      expect(schema.safeParse(rows).error?.issues).toMatchObject([{ message: 'UNREADABLE_CHARACTER' }]);
  },
);

describe('a line', () => {
  test.prop([fc.string({ unit: 'binary' })], { numRuns: runs(300) })(
    'has no line break, and is unchanged when it is parsed again',
    (typed) => {
      const parsed = line(1_000).safeParse(typed);
      if (!parsed.success) return;
      expect(parsed.data).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      expect(line(1_000).parse(parsed.data)).toBe(parsed.data);
      expect(text(1_000).parse(text(1_000).parse(typed))).toBe(text(1_000).parse(typed));
    },
  );

  test.each([
    ['Ber\nlin', 'Ber lin'],
    ['Bob\r\n\r\nBcc: all@example.org', 'Bob Bcc: all@example.org'],
    ['Bob\u2028Alice', 'Bob Alice'],
    ['\u0007Anna', 'Anna'],
    ['Anna\u202egro', 'Annagro'],
    ['Jürgen'.normalize('NFD'), 'Jürgen'.normalize('NFC')],
    // Persian names are written with this character.
    ['علی\u200cرضا', 'علی\u200cرضا'],
  ])('%j is stored as %j', (typed, expected) => {
    expect(line(40, 1).parse(typed)).toBe(expected);
  });

  test.each(['\u200b', ' \u00ad\u2060 ', '\u202e', '\n', '\u3164'])('of %j only is empty', (typed) => {
    expect(line(40).parse(typed)).toBe('');
    expect(line(40, 1).safeParse(typed).success).toBe(false);
  });

  test.each(['a\u0000b', '\u0000', 'a\ud800'])('with %j is refused, because it cannot be stored', (typed) => {
    expect(line(40).safeParse(typed).success).toBe(false);
  });
});
