import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}', 'sandbox/test/unit/**/*.test.ts'],
          setupFiles: ['test/support/property-limits.ts'],
          environment: 'node',
          // Unit tests leave no state behind, so that files share a module graph: less than half of the time.
          isolate: false,
          // Only what hangs takes that long, also on a machine that does other things.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'sandbox/test/integration/**/*.test.ts'],
          globalSetup: ['test/integration/integration-global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
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
          globalSetup: ['test/package/package-global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
