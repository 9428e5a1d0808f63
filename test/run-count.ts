/**
 * How often a property or a race runs: `runs(100)` is 100 in `npm test` and twenty times as many in `npm run test:long`.
 * One place, so that the two commands differ in nothing else.
 */
export function runs(reduced: number): number {
  return process.env.TEST_COUNTS === 'full' ? reduced * 20 : reduced;
}
