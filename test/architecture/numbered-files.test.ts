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

test('no two decisions have the same number; a replaced one leaves a gap', () => {
  const numbers = numbersIn('docs/decisions', '.md');
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('the list of decisions names each of them by its title', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8');
  const missing = readdirSync('docs/decisions')
    .filter((file) => file !== 'README.md')
    .filter((file) => {
      const [title = ''] = readFileSync(`docs/decisions/${file}`, 'utf8').split('\n');
      return !list.includes(`[${file.slice(0, 4)} ${title.slice(2)}](${file})`);
    });
  expect(missing).toEqual([]);
});
