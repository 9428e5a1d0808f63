import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { addMoreTexts, createTexts } from '#back-office/kit/operator-texts.ts';
import { busyButton, Fates, ImportCustomersPage } from '#back-office/operations/imports/import-page.tsx';
import type { ImportRun, PlannedImport } from '#core/model/shop-import.ts';
import type { Locale } from '#core/model/values.ts';

/** The screen as somebody opens it who has begun nothing there. */
async function show(locale: Locale, run: ImportRun | null) {
  const texts = await createTexts(locale);
  await addMoreTexts(texts);
  const nothing = () => null;
  const child = { id: 'import', index: true, loader: nothing, element: <ImportCustomersPage /> } as const;
  const router = createMemoryRouter([{ id: 'shell', path: '/', loader: nothing, children: [child] }], {
    hydrationData: { loaderData: { shell: { permissions: [] }, import: run } },
  });
  return renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
}

const begun_at = '2026-11-29T10:00:00Z';
const running: ImportRun = { state: 'running', begun_at, rows: 5_000, written: 3_500 };

/** What is announced politely. */
const statusOf = (markup: string) =>
  [...markup.matchAll(/<p[^>]*role="status"[^>]*>(.*?)<\/p>/g)].flatMap(([, content = '']) => {
    const text = content.replaceAll(/<[^>]*>/g, '');
    return text === '' ? [] : [text];
  });
const busyButtonsOf = (markup: string) =>
  [...markup.matchAll(/<button[^>]*aria-busy="true"[^>]*>/g)].map(([button]) => button);

test.each([
  ['de', '3.500 von 5.000 Zeilen geschrieben', 'Import zu 50 % geschrieben'],
  ['en', '3,500 of 5,000 rows written', 'Import written to 50%'],
] as const)(
  'an import that runs is found by whoever opens its screen (%s): with a bar, told by quarters, without a second press',
  async (locale, label, told) => {
    const markup = await show(locale, running);
    expect(markup).toContain(`<label>${label}<progress max="5000" value="3500"></progress></label>`);
    expect(statusOf(markup)).toEqual([told]);
    expect(busyButtonsOf(markup)).toHaveLength(1);
  },
);

test('of the two buttons only the one works that was pressed, and the first one for who looks on', () => {
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

test('the last import has no bar: it is said how it ended, and another file can be chosen', async () => {
  const done = await show('de', { ...running, state: 'done', written: 5_000 });
  const cutOff = await show('de', { ...running, state: 'cut_off' });
  const never = await show('de', null);
  expect(statusOf(done)).toEqual(['Zuletzt übernommen: 5.000 Zeilen, begonnen am 29.11.2026, 11:00.']);
  expect(statusOf(cutOff)[0]).toContain('brach ab. Nichts davon ist im Shop.');
  expect(statusOf(never)).toEqual([]);
  for (const markup of [done, cutOff, never]) {
    expect(markup).not.toContain('<progress');
    expect(busyButtonsOf(markup)).toEqual([]);
  }
});

test('imported rows are named: an address with the letters of its domain, a title as it is, a row without either by a dash', async () => {
  const row = (name: string, line: number): PlannedImport => ({
    ...{ lines: [line], name, state: 'new', fields: [], left_out: [], faults: [] },
  });
  const names = ['kontakt@xn--mller-kva.de', 'Maß & Lot', ''];
  const texts = await createTexts('de');
  await addMoreTexts(texts);
  const plan = { source: null, encoding: null, rows: names.map(row), seen: '', is_applied: false };
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <Fates file="kunden.csv" plan={plan} />
    </I18nextProvider>,
  );
  for (const name of ['kontakt@müller.de', 'Maß &amp; Lot', '–']) expect(markup).toContain(`>${name}<`);
  expect(markup).not.toContain('xn--');
});
