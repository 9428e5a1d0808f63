import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { digestOf, entryList, rankEntries } from '#server/gifts/rank-entries.ts';
import { runs } from '#test/run-length.ts';

const seed = fc.string({ minLength: 1 });
const emails = fc.uniqueArray(fc.emailAddress(), { minLength: 1, maxLength: 30 });

describe('the order of a draw', () => {
  test.prop([seed, emails, fc.array(fc.nat())], { numRuns: runs(200) })(
    'has every entry once, whatever the order of the list and however often it is listed',
    (given, all, again) => {
      const repeated = [...all, ...again.map((index) => all[index % all.length] ?? '')].toReversed();
      const drawn = rankEntries(given, repeated);
      expect(drawn.toSorted()).toEqual(all.toSorted());
      expect(drawn).toEqual(rankEntries(given, all));
      expect(digestOf(entryList(repeated))).toBe(digestOf(entryList(all)));
    },
  );

  test.prop([seed, emails, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 })], { numRuns: runs(200) })(
    'of two entries does not depend on who else takes part',
    (given, all, stays) => {
      const fewer = all.filter((_, index) => stays[index]);
      expect(rankEntries(given, fewer)).toEqual(
        rankEntries(given, all).filter((email) => fewer.includes(email)),
      );
    },
  );

  test.prop([fc.uniqueArray(fc.emailAddress(), { minLength: 2, maxLength: 5 })], { numRuns: runs(5) })(
    'lets every entry win equally often over many seeds',
    (all) => {
      const draws = 1_000 * all.length;
      const wins = new Map(all.map((email) => [email, 0]));
      for (let number = 0; number < draws; number += 1) {
        const [first = ''] = rankEntries(`seed ${number}`, all);
        wins.set(first, (wins.get(first) ?? 0) + 1);
      }
      // Five standard deviations around 1,000.
      for (const count of wins.values()) expect(Math.abs(count - 1_000)).toBeLessThan(5 * Math.sqrt(1_000));
    },
  );
});
