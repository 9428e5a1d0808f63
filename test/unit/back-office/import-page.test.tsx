import { expect, test } from 'vitest';
import {
  busyButton,
  ImportCustomersPage,
  PlannedRows,
} from '#back-office/operations/imports/import-page.tsx';
import type { ImportRun, PlannedImport } from '#core/model/shop-import.ts';
import type { Locale } from '#core/model/values.ts';
import { show, showScreen } from '#test/unit/back-office/support/show.tsx';

/** Renders the screen as another operator opens it, after the last import was loaded. */
const open = (locale: Locale, loaded: ImportRun | null) =>
  showScreen({ id: 'import', element: <ImportCustomersPage />, loaded, locale });

const begun_at = '2026-11-29T10:00:00Z';
const running: ImportRun = { state: 'running', begun_at, rows: 5_000, written: 3_500 };

/** Returns the texts in polite live regions. */
const statusOf = (markup: string) =>
  [...markup.matchAll(/<p[^>]*role="status"[^>]*>(.*?)<\/p>/g)].flatMap(([, content = '']) => {
    const text = content.replaceAll(/<[^>]*>/g, '');
    return text === '' ? [] : [text];
  });
const busyButtonsOf = (markup: string) =>
  [...markup.matchAll(/<button[^>]*aria-busy="true"[^>]*>/g)].map(([button]) => button);

test.each([
  ['de', '3.500 von 5.000 Zeilen geschrieben', 'Import zu 50\u00a0% geschrieben'],
  ['en', '3,500 of 5,000 rows written', 'Import written to 50%'],
] as const)(
  'everybody sees a running import: with progress, announced by quarters, with a busy button (%s)',
  async (locale, label, announced) => {
    const markup = await open(locale, running);
    expect(markup).toContain(`<label>${label}<progress max="5000" value="3500"></progress></label>`);
    expect(statusOf(markup)).toEqual([announced]);
    expect(busyButtonsOf(markup)).toHaveLength(1);
  },
);

test('only the pressed button is busy; an import of somebody else makes the last shown one busy', () => {
  const cases = [null, 'check', 'apply'].flatMap((running) =>
    [true, false].flatMap((isRunning) =>
      [true, false].map((canApply) => busyButton(running, { isRunning, canApply })),
    ),
  );
  expect(cases).toEqual([
    ...['apply', 'choose', null, null],
    ...['apply', 'choose', 'choose', 'choose'],
    ...['apply', 'apply', 'apply', 'apply'],
  ]);
});

test('an import that has ended shows its outcome without progress, and another file can be chosen', async () => {
  const done = await open('de', { ...running, state: 'done', written: 5_000 });
  const cutOff = await open('de', { ...running, state: 'cut_off' });
  const never = await open('de', null);
  expect(statusOf(done)).toEqual(['Zuletzt übernommen: 5.000 Zeilen, begonnen am 29.11.2026, 11:00.']);
  expect(statusOf(cutOff)[0]).toContain('brach ab. Nichts davon ist im Shop.');
  expect(statusOf(never)).toEqual([]);
  for (const markup of [done, cutOff, never]) {
    expect(markup).not.toContain('<progress');
    expect(busyButtonsOf(markup)).toEqual([]);
  }
});

test('an imported row is named by its e-mail address in Unicode or its title, else by a dash', async () => {
  const row = (name: string, line: number): PlannedImport => ({
    ...{ lines: [line], name, state: 'new', fields: [], left_out: [], faults: [] },
  });
  const names = ['kontakt@xn--mller-kva.de', 'Maß & Lot', ''];
  const plan = { source: null, encoding: null, rows: names.map(row), seen: '', is_applied: false };
  const markup = await show(<PlannedRows file="kunden.csv" plan={plan} />);
  for (const name of ['kontakt@müller.de', 'Maß &amp; Lot', '–']) expect(markup).toContain(`>${name}<`);
  expect(markup).not.toContain('xn--');
});
