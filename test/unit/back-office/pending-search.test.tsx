import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { usePendingSearch } from '#back-office/kit/lists/use-list-query.ts';

const Pending = () => String(usePendingSearch());

test('the pending search contains a filter that is still loading, below any base path', async () => {
  const loader = () => new Promise(() => {});
  const routes = ['orders', 'customers'].map((id) => ({ id, path: `/${id}`, loader, element: <Pending /> }));
  const router = createMemoryRouter(routes, {
    basename: '/verwaltung',
    initialEntries: ['/verwaltung/orders?from=2026-11-01'],
    hydrationData: { loaderData: { orders: null } },
  });
  const shown = () => renderToStaticMarkup(<RouterProvider router={router} />);
  expect(shown()).toBe('null');
  void router.navigate('/orders?from=2026-11-01&state=paid');
  expect(shown()).toBe('from=2026-11-01&amp;state=paid');
  void router.navigate('/customers?q=ada');
  expect(shown()).toBe('null');
});
