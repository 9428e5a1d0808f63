import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/files/project-root.ts';

const megabyte = 1024 * 1024;

/** Makes 100 MB of garbage and reports the resident memory in bytes: at the start, with the garbage, afterwards. */
const script = `
  import { releaseMemory } from '#app/release-memory.ts';
  const rss = () => process.memoryUsage.rss();
  const start = rss();
  let garbage = Array.from({ length: 1_000_000 }, (_, index) => ({ index, own: [index] }));
  const full = rss();
  garbage = null;
  releaseMemory();
  console.log(JSON.stringify([start, full, rss(), typeof gc]));
`;

test('memory of garbage goes back to the system', () => {
  const options = { cwd: projectRoot, encoding: 'utf8' } as const;
  const [start, full, after, collector] = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], options),
  );
  expect(full - start).toBeGreaterThan(60 * megabyte);
  expect(after - start).toBeLessThan(40 * megabyte);
  expect(collector).toBe('undefined');
});
