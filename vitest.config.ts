import { configDefaults, defineConfig } from 'vitest/config';
import { isLongRun } from '#test/run-length.ts';

/** Tests that wait for processes, look at many cases or start shops of their own: `npm run test:long` only. */
const left = isLongRun ? [] : ['**/*.long.test.{ts,tsx}'];
const exclude = [...configDefaults.exclude, ...left];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}', 'sandbox/test/unit/**/*.test.ts'],
          exclude,
          setupFiles: ['test/support/property-seed.ts', 'test/support/property-limits.ts'],
          environment: 'node',
          // Unit tests leave no state behind, so that files share a module graph: less than half of the time.
          isolate: false,
          // As many as the smallest machine has cores; by itself vitest leaves one free.
          maxWorkers: 2,
          // Only what hangs takes that long, also on a machine that does other things.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        // Mails and pages are rendered as they are in production, in half the time.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'integration',
          env: { NODE_ENV: 'production' },
          execArgv: ['--max-semi-space-size=64'],
          include: ['test/integration/**/*.test.ts', 'sandbox/test/integration/**/*.test.ts'],
          exclude,
          setupFiles: ['test/support/property-seed.ts'],
          globalSetup: ['test/integration/integration-global-setup.ts'],
          testTimeout: 480_000,
          hookTimeout: 480_000,
          expect: { poll: { timeout: 120_000 } },
          // One more than the smallest machine has cores: many tests wait for processes, limits and jobs.
          maxWorkers: 3,
          // Every file has a database of its own, so that files share a module graph and nothing else.
          isolate: false,
        },
      },
      {
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          globalSetup: ['test/package/package-global-setup.ts'],
          testTimeout: 960_000,
          hookTimeout: 960_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          exclude,
          setupFiles: ['test/support/property-seed.ts'],
          // Files share a module graph, in which the parser of the sources is loaded once.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 480_000,
          hookTimeout: 480_000,
        },
      },
    ],
  },
});
