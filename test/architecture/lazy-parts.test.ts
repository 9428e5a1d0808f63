import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('parts of pages are loaded by `lazyPart`, which waits for a lost connection', () => {
  const files = globSync('src/{ui,back-office}/**/*.{ts,tsx}');
  const lazy = files.filter((file) =>
    /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(readFileSync(file, 'utf8')),
  );
  expect(lazy).toEqual(['src/ui/components/parts/load-part.ts']);
});
