import { expect, test } from 'vitest';
import { SystemPage } from '#back-office/operations/system-page.tsx';
import { showScreen } from '#test/unit/back-office/support/show.tsx';

test.each([
  ['de', '1.234.567 Zeilen', '>1 Zeile<'],
  ['en', '1,234,567 rows', '>1 row<'],
] as const)('the row count of a backup is formatted for the language: %s', async (locale, ...expected) => {
  const backups = [1_234_567, 1].map((rows, day) => ({
    made_at: `2026-11-2${day}T10:00:00Z`,
    folder: `backup-${day}`,
    rows,
  }));
  const loaded = { mode: 'live', jobs: [], backups, settings: [], modules: [] };
  const markup = await showScreen({ id: 'system', element: <SystemPage />, loaded, locale });
  for (const words of expected) expect(markup).toContain(words);
});
