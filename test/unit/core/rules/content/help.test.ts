import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { matchesQuery } from '#core/rules/content/help-search.ts';
import { runs } from '#test/run-length.ts';

const word = fc.stringMatching(/^[a-zäöüé]{1,8}$/);

property.prop([fc.array(word, { minLength: 1, maxLength: 6 }), fc.nat(5), fc.integer({ min: 1, max: 8 })], {
  numRuns: runs(300),
})('a text is found by the beginning of any of its words, in upper and lower case', (words, at, length) => {
  const text = `${words.join(', ')}.`;
  const typed = (words[at % words.length] ?? '').slice(0, length);
  for (const one of [typed, typed.toUpperCase(), typed.slice(0, -1), ` ${typed} ${words[0]}`])
    expect(matchesQuery(one, text)).toBe(true);
  expect(matchesQuery(`${typed} qqqqqqqqqq`, text)).toBe(false);
});

test('each typed word has to be the beginning of a word, with or without accents', () => {
  const text = 'Wie kündige ich Masterpass oder Monatskarte?';
  for (const typed of ['', 'kundige', 'MONATS', 'monatsk master'])
    expect(matchesQuery(typed, text)).toBe(true);
  for (const typed of ['karte', 'Masterpass Rechnung']) expect(matchesQuery(typed, text)).toBe(false);
});
