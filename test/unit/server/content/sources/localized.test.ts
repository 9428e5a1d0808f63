import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { inLocale, line } from '#server/content/sources/localized.ts';
import { runs } from '#test/run-length.ts';

const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.integer(),
    fc.string().map((text) => ({ de: `de ${text}`, en: `en ${text}` })),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('title', 'parts', 'lead'), tie('node'), { maxKeys: 3 }),
  ),
})).node;

test.prop([tree], { numRuns: runs(100) })('inLocale leaves one language at every depth', (value) => {
  const german = JSON.stringify(inLocale(value, 'de'));
  const english = JSON.stringify(inLocale(value, 'en'));
  expect(german).not.toMatch(/"en[ "]/);
  expect(english).not.toMatch(/"de[ "]/);
  expect(english.replaceAll('"en ', '"de ')).toBe(german);
});

test('inLocale keeps an object that has other fields beside the languages', () => {
  expect(inLocale({ de: 1, en: 2, fr: 3 }, 'de')).toEqual({ de: 1, en: 2, fr: 3 });
});

test.each([
  ['  Käthe\n Band 2\u0007'.normalize('NFD'), 'Käthe Band 2'],
  ['A\u202eB', 'AB'],
])('a line of the content is normalised like the input of shoppers: %j', (typed, stored) => {
  expect(line.parse(typed)).toBe(stored);
});

test('a line without visible characters is refused', () => {
  for (const typed of ['', ' \n', '\u200b']) expect(line.safeParse(typed).success).toBe(false);
});
