import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const numbersIn = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file) && file.endsWith(ending))
    .map((file) => Number(file.slice(0, 4)))
    .toSorted((one, other) => one - other);

// Two branches that are developed in parallel can easily add files with the same number.
test('migrations are numbered from 1 without gaps or doubles', () => {
  const numbers = numbersIn('src/server/platform/database/migrations', '.sql');
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
});

// They run once in each shop; their effect on data of earlier versions was tested before the release.
test('released migrations are unchanged', () => {
  const folder = 'src/server/platform/database/migrations';
  const released = readdirSync(folder).filter((name) => name <= '0080-passkeys.sql');
  const digest = createHash('sha256');
  for (const name of released.toSorted()) digest.update(name).update(readFileSync(`${folder}/${name}`));
  expect(digest.digest('hex')).toBe('5bd7d4758d9b86cbb4b526333ea5dfc04d80a184133b267e2feb57bafe83737c');
});

test('no two decisions have the same number; a replaced one leaves a gap', () => {
  const numbers = numbersIn('docs/decisions', '.md');
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('the list of decisions links each decision by its title', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8');
  const missing = readdirSync('docs/decisions')
    .filter((file) => file !== 'README.md')
    .filter((file) => {
      const [title = ''] = readFileSync(`docs/decisions/${file}`, 'utf8').split('\n');
      return !list.includes(`[${file.slice(0, 4)} ${title.slice(2)}](${file})`);
    });
  expect(missing).toEqual([]);
});
