import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { answers } from '#core/rules/content/help.ts';
import { runs } from '#test/run-length.ts';

const word = fc.stringMatching(/^[a-zäöüé]{1,8}$/);

property.prop([fc.array(word, { minLength: 1, maxLength: 6 }), fc.nat(5), fc.integer({ min: 1, max: 8 })], {
  numRuns: runs(300),
})(
  'the beginning of any word of a text finds it, in any case, and stays found with fewer letters',
  (words, at, length) => {
    const text = `${words.join(', ')}.`;
    const typed = (words[at % words.length] ?? '').slice(0, length);
    for (const one of [typed, typed.toUpperCase(), typed.slice(0, -1), ` ${typed} ${words[0]}`])
      expect(answers(one, text)).toBe(true);
    expect(answers(`${typed} qqqqqqqqqq`, text)).toBe(false);
  },
);

test('every typed word has to begin a word; accents do not matter', () => {
  const text = 'Wie kündige ich Masterpass oder Monatskarte?';
  for (const typed of ['', 'kundige', 'MONATS', 'monatsk master']) expect(answers(typed, text)).toBe(true);
  for (const typed of ['karte', 'Masterpass Rechnung']) expect(answers(typed, text)).toBe(false);
});
