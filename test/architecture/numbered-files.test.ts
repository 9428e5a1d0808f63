import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Two branches that are developed in parallel can easily add files with the same number. */
test.each([
  ['migrations', 'src/server/database/migrations', '.sql'],
  ['decisions', 'docs/decisions', '.md'],
])('%s are numbered from 1 without gaps or doubles', (_, folder, ending) => {
  const numbers = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file) && file.endsWith(ending))
    .map((file) => Number(file.slice(0, 4)));
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_number, index) => index + 1));
});
