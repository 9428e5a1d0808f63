import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { addMoreTexts, createTexts } from '#back-office/kit/operator-texts.ts';
import { AuditPage, auditLoader } from '#back-office/operations/audit-page.tsx';

test('the audit log is searched by the names of changes, each with what the API calls it', async () => {
  const i18n = await createTexts('de');
  await addMoreTexts(i18n);
  const router = createMemoryRouter(
    [{ id: 'audit', path: '/', loader: auditLoader, element: <AuditPage /> }],
    {
      hydrationData: { loaderData: { audit: { items: [], next: null, query: {}, views: [] } } },
    },
  );
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  expect(markup).toContain('<option value="order.refunded">Erstattung beschlossen (order.refunded)</option>');
  expect(markup).toMatch(/<option value="webhooks">[^<]+<\/option>/);
});
