import { expect, test } from 'vitest';
import { FoundOrders } from '#back-office/orders/order-bulk.tsx';
import { show } from '#test/unit/back-office/support/show.tsx';

/** What the dialog says, and its buttons. */
async function showExport(count: number) {
  const nothing = () => undefined;
  const markup = await show(<FoundOrders count={count} onSave={nothing} onClose={nothing} />);
  const buttons = [...markup.matchAll(/<button.*?<\/button>/g)].map(([button]) =>
    button.replaceAll(/<[^>]*>/g, ''),
  );
  return { text: /<p>(.*?)<\/p>/.exec(markup)?.[1], buttons };
}

test('an export that finds orders says how many, and saves them', async () => {
  expect(await showExport(2)).toEqual({
    text: '2 Bestellungen werden als CSV gespeichert, mit Namen, E-Mail-Adressen und Ländern, ohne Anschriften.',
    buttons: ['Abbrechen', 'Speichern'],
  });
});

test('an export that finds none says so, and offers nothing to save', async () => {
  expect(await showExport(0)).toEqual({ text: 'Keine Bestellung passt dazu.', buttons: ['Schließen'] });
});
