import { defineConfig } from 'vitest/config';

/** The tests that Stryker runs for one area; `run.ts` names them in the environment. */
export default defineConfig({
  test: {
    name: 'mutants',
    include: (process.env.MUTANT_TESTS ?? '').split(','),
    setupFiles: ['test/support/property-seed.ts', 'test/support/property-limits.ts'],
    ...(process.env.MUTANT_DATABASE === undefined
      ? {}
      : { globalSetup: ['test/integration/integration-global-setup.ts'] }),
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
