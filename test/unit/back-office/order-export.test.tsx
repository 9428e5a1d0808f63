import { expect, onTestFinished, test, vi } from 'vitest';
import { InvoicesPage } from '#back-office/operations/invoices-page.tsx';
import { FoundOrders } from '#back-office/orders/order-bulk.tsx';
import { buttonsIn, show, showScreen } from '#test/unit/back-office/support/show.tsx';

/** Returns the text of the dialog, and its buttons. */
async function showExport(count: number) {
  const nothing = () => undefined;
  const markup = await show(<FoundOrders count={count} onSave={nothing} onClose={nothing} />);
  return { text: /<p>(.*?)<\/p>/.exec(markup)?.[1], buttons: buttonsIn(markup) };
}

test('an export of orders says how many there are, and saves them', async () => {
  expect(await showExport(2)).toEqual({
    text: '2 Bestellungen werden als CSV gespeichert, mit Namen, E-Mail-Adressen und Ländern, ohne Anschriften.',
    buttons: ['Abbrechen', 'Speichern'],
  });
});

test('an export without orders cannot be saved', async () => {
  expect(await showExport(0)).toEqual({ text: 'Keine Bestellung passt dazu.', buttons: ['Schließen'] });
});

test('invoices are exported by month, of the running year and of ten before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const loaded = { items: [], next: null, views: [] };
  const markup = await showScreen({ id: 'invoices', element: <InvoicesPage />, loaded });
  const months = [...markup.matchAll(/<option value="(\d{4}-\d\d)"/g)].map(([, month]) => month);
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-11', '2016-01', 131]);
});
