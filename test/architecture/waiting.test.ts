import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#test/architecture/support/lint-sandbox.ts';

/** Shortest allowed time limit in milliseconds, as in the runners: a shorter one fails on a busy machine. */
const least = 120_000;
const timeOfWaiting = /\bawait (?:expect|vi)\b.*\btimeout: (?<time>[\d_]+)/;
const isNamed = /\bawait (?:expect|vi)\b.*\btimeout: [a-z]/i;
const isDefault = /\bvi\.wait(?:For|Until)\((?!.*(?:timeout|within|patience)).*\);$/;
const isTimed = /expect\(.*\bnow\(\) - .*\)\.toBeLess|\b(?:took: |expect\().*\bperformance\.now\(\) - /;

/** Returns what is wrong with the timing in a line of a test, or null. */
function faultOf(line: string): string | null {
  if (/\bnetworkidle\b/.test(line)) return 'waits half a second for nothing: use `quiet`';
  if (isTimed.test(line)) return 'fails when the machine is slow';
  if (isDefault.test(line)) return 'waits a second at most: use `expect.poll`';
  if (isNamed.test(line)) return 'waits a time of its own: leave it to the runner';
  const time = timeOfWaiting.exec(line)?.groups?.time?.replaceAll('_', '');
  return time !== undefined && Number(time) < least ? `waits ${time} ms at most` : null;
}

test('no test measures time or has a shorter time limit than its runner', () => {
  const pattern = '{test/{unit,integration,e2e,kits,package},sandbox/test}/**/*.{ts,tsx}';
  const files = globSync(pattern, { cwd: root });
  expect(files.length).toBeGreaterThan(500);
  const faults = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ fault: faultOf(line), place: `${file}:${index + 1}` }))
      .filter(({ fault }) => fault !== null)
      .map(({ fault, place }) => `${place} ${fault}`),
  );
  expect(faults).toEqual([]);
});

test.each([
  'await expect.poll(read, { timeout: 1_000 }).toContain(price);',
  'await expect(title).toBeVisible({ timeout: 5000 });',
  'await expect.poll(prices, { timeout: second, interval: 20 }).toEqual([4_900]);',
  'await vi.waitUntil(isRefused, { timeout: 5_000, interval: 5 });',
  'await vi.waitFor(() => expect(made).toEqual([1]));',
  'expect(performance.now() - before).toBeLessThan(2_000);',
  'expect(performance.now() - before).toBeGreaterThan(149);',
  'answers.push({ took: performance.now() - begin });',
  "await page.waitForLoadState('networkidle');",
])('notices %s', (line) => {
  expect(faultOf(`  ${line}`)).not.toBeNull();
});
