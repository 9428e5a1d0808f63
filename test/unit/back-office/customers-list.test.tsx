import { expect, test } from 'vitest';
import { CustomersPage } from '#back-office/accounts/customers-page.tsx';
import type { Permission } from '#core/model/operator.ts';
import { showScreen } from '#test/unit/back-office/support/show.tsx';

const customer = {
  ...{ id: '1', email: 'ada@example.org', name: 'Ada Kern', is_confirmed: true },
  ...{ created_at: '2026-11-21T10:00:00Z', orders: 1 },
};

interface Shown {
  readonly search?: string;
  readonly permissions?: readonly Permission[];
  readonly items?: readonly object[];
}

/** Returns URL and text of the links in the customer list whose URLs begin with `path`. */
async function linksTo(
  path: string,
  { search = '?q=ada%40example.org', permissions = ['orders.read'], items = [] }: Shown,
) {
  const markup = await showScreen({
    id: 'list',
    element: <CustomersPage />,
    address: `/customers${search}`,
    shell: { permissions },
    loaded: { items, next: null, views: [] },
  });
  expect(markup.includes('Keine Kunden gefunden.')).toBe(items.length === 0);
  const links = [...markup.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
  return links.flatMap(([, to = '', text]) => (to.startsWith(path) ? [[to, text]] : []));
}

test('a customer search without results links to the same search in the orders, which finds guests', async () => {
  expect(await linksTo('/orders', {})).toEqual([
    ['/orders?q=ada%40example.org', 'Bestellungen mit „ada@example.org“ suchen'],
  ]);
});

test.each([
  ['without permission to read orders', { permissions: [] }],
  ['without a search', { search: '' }],
  ['if customers are found', { items: [customer] }],
])('the customer list has no link to the orders %s', async (_, shown) => {
  expect(await linksTo('/orders', shown)).toEqual([]);
});

test('a search for a whole e-mail address links to its stored data, also if customers are found', async () => {
  const guest = ['/customers/guest?email=ada%40example.org', 'Daten zu „ada@example.org“'];
  for (const items of [[], [customer]]) expect(await linksTo('/customers/guest', { items })).toEqual([guest]);
  expect(await linksTo('/customers/guest', { search: '?q=ada%40' })).toEqual([]);
});
