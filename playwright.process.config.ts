import { defineConfig } from '@playwright/test';

/** The process itself: it has no screen, starts shops of its own, and looks at the clock, so nothing runs beside it. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: 'process.spec.ts',
  outputDir: 'test-results/process',
  reporter: [['list'], ['json', { outputFile: 'test-results/process.json' }]],
  forbidOnly: true,
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
});
