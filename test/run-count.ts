/**
 * Returns how often a property or a race is repeated: `reduced` times in `npm test` and twenty times as often
 * in `npm run test:long`. The two commands must not differ in anything else.
 */
export function runs(reduced: number): number {
  return process.env.TEST_COUNTS === 'full' ? reduced * 20 : reduced;
}
