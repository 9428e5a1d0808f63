import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { createTexts } from '#back-office/kit/operator-texts.ts';
import { FoundOrders } from '#back-office/orders/order-bulk.tsx';

/** What the dialog says, and its buttons. */
async function showExport(count: number) {
  const nothing = () => undefined;
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={await createTexts('de')}>
      <FoundOrders count={count} notice={null} isSaving={false} onSave={nothing} onClose={nothing} />
    </I18nextProvider>,
  );
  const buttons = [...markup.matchAll(/<button.*?<\/button>/g)].map(([button]) =>
    button.replaceAll(/<[^>]*>/g, ''),
  );
  return { text: /<p>(.*?)<\/p>/.exec(markup)?.[1], buttons };
}

test('an export that finds orders says how many, and saves them', async () => {
  expect(await showExport(2)).toEqual({
    text: '2 Bestellungen werden mit Namen und Adressen als CSV gespeichert.',
    buttons: ['Abbrechen', 'Speichern'],
  });
});

test('an export that finds none says so, and offers nothing to save', async () => {
  expect(await showExport(0)).toEqual({ text: 'Keine Bestellung passt dazu.', buttons: ['Schließen'] });
});
