/** Whether this is `npm run test:long`: all tests, each property and race twenty times as often, from a new seed. */
export const isLongRun = process.env.TEST_COUNTS === 'full';

/** Where properties begin: always the same in `npm test`; `npm run test:long` draws it (`test/run.ts`). */
export const propertySeed = Number(process.env.TEST_SEED ?? 1);

/**
 * Returns how often a property or a race is repeated: `reduced` times in `npm test`, twenty times as often in the long
 * run.
 */
export function runs(reduced: number): number {
  return isLongRun ? reduced * 20 : reduced;
}
