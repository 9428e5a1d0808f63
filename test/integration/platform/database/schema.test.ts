import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateSchema, schemaFile } from '#server/platform/database/generate-schema.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

test('the row types are those of the migrated database; `npm run db:types` writes them', async () => {
  const { connectionString } = await openTestDatabase();
  expect(readFileSync(schemaFile, 'utf8')).toBe(await generateSchema(connectionString));
});
