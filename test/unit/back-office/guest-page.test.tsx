import { afterEach, expect, test, vi } from 'vitest';
import { GuestPage, guestLoader } from '#back-office/accounts/guest-page.tsx';
import type { Permission } from '#core/model/operator.ts';
import { textOf } from '#test/support/render-in-shop.tsx';
import { buttonsIn, showScreen } from '#test/unit/back-office/support/show.tsx';
import { stubApi } from '#test/unit/back-office/support/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

const email = 'kontakt@xn--mller-kva.de';
const some = [
  { part: 'orders', count: 2 },
  { part: 'newsletter', count: 1 },
];

/** Returns the text of the page, and its buttons. */
async function read(stored: readonly object[], ...permissions: readonly Permission[]) {
  const markup = await showScreen({
    id: 'guest',
    element: <GuestPage />,
    loaded: { id: email, account_id: null, stored },
    shell: { permissions },
    locale: 'en',
  });
  return { text: textOf(markup), buttons: buttonsIn(markup) };
}

test('the page of a guest counts the stored data, which can be exported and deleted with permission', async () => {
  const both = await read(some, 'customers.export', 'customers.change');
  expect(both.text).toContain('kontakt@müller.de Without a confirmed account');
  expect(both.text).toContain(
    'Stored under this address Orders without an account 2 Newsletter, also ended 1',
  );
  expect(both.buttons).toEqual(['Export data', 'Delete data']);
  expect((await read(some, 'customers.export')).buttons).toEqual(['Export data']);
  expect((await read(some, 'customers.change')).buttons).toEqual(['Delete data']);
  expect((await read(some, 'customers.read')).buttons).toEqual([]);
});

test('an address without stored data can be exported, but not deleted', async () => {
  const nothing = await read([], 'customers.export', 'customers.change');
  expect(nothing.text).toContain('Nothing is stored under this address.');
  expect(nothing.buttons).toEqual(['Export data']);
});

test('an address that an account has confirmed redirects to the customer', async () => {
  const load = async (account_id: string | null) => {
    const data = { type: 'guests', id: email, attributes: { account_id, stored: some } };
    const requests = stubApi(() => Response.json({ data }));
    const request = new Request(`http://shop.example/customers/guest?${new URLSearchParams({ email })}`);
    const loaded: unknown = await guestLoader({ request } as never).catch((thrown: unknown) => thrown);
    expect(requests).toEqual([['GET /api/operator/guests?email=kontakt%40xn--mller-kva.de']]);
    return loaded instanceof Response ? loaded.headers.get('Location') : loaded;
  };
  const id = '0190163d-8694-739b-aea5-966c26f8ad90';
  expect(await load(id)).toBe(`/customers/${id}`);
  expect(await load(null)).toEqual({ id: email, account_id: null, stored: some });
});
