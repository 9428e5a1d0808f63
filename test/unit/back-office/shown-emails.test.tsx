import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createTexts } from '#back-office/kit/operator-texts.ts';
import { MessagePage } from '#back-office/operations/message-page.tsx';

test('an address is read with the letters of its domain, and written to in ASCII', async () => {
  const message = {
    ...{ id: '1', name: 'Ada Kern', email: 'kontakt@xn--mller-kva.de', topic: 'Frage', message: 'Hallo' },
    ...{ order_code: null, order_id: null, received_at: '2026-11-21T10:00:00Z', handled_at: null },
    history: [],
  };
  const nothing = () => null;
  const child = { id: 'message', index: true, loader: nothing, element: <MessagePage /> } as const;
  const router = createMemoryRouter([{ id: 'shell', path: '/', loader: nothing, children: [child] }], {
    hydrationData: { loaderData: { shell: { permissions: [] }, message } },
  });
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={await createTexts('de')}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  expect(markup).toMatch(/<a href="mailto:kontakt%40xn--mller-kva\.de\?[^"]*">kontakt@müller\.de<\/a>/);
});
