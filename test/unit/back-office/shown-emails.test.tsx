import { afterEach, expect, test, vi } from 'vitest';
import type { OperatorOrderRow } from '#api/orders/operator-order-models.ts';
import type { CustomerRow } from '#api/personal-data/operator-customer-endpoints.ts';
import type { Formats } from '#back-office/kit/use-operator-formats.ts';
import { MessagePage } from '#back-office/operations/message-page.tsx';
import { OperatorMenu } from '#back-office/shell/operator-menu.tsx';
import { findRecords } from '#back-office/shell/palette-search.ts';
import { cents } from '#core/rules/basics/money.ts';
import { showScreen } from '#test/unit/back-office/support/show.tsx';
import { stubApi } from '#test/unit/back-office/support/stub-api.ts';

const stored = 'kontakt@xn--mller-kva.de';
const shown = 'kontakt@müller.de';

afterEach(() => vi.unstubAllGlobals());

test('an e-mail address is shown with its domain in Unicode, and linked in ASCII', async () => {
  const message = {
    ...{ id: '1', name: 'Ada Kern', email: stored, topic: 'Frage', message: 'Hallo' },
    ...{ order_code: null, order_id: null, received_at: '2026-11-21T10:00:00Z', handled_at: null },
    history: [],
  };
  const markup = await showScreen({ id: 'message', element: <MessagePage />, loaded: message });
  expect(markup).toMatch(/<a href="mailto:kontakt%40xn--mller-kva\.de\?[^"]*">kontakt@müller\.de<\/a>/);
});

test('the menu of an operator without a name and the search results show addresses in Unicode', async () => {
  const operator = { name: '', email: stored, shown_email: shown, role: 'owner', permissions: [] };
  const markup = await showScreen({ id: 'menu', element: <OperatorMenu />, shell: operator, loaded: null });
  expect(markup).toContain(shown);
  expect(markup).not.toContain('xn--');

  const row = {
    id: '0190163d-8694-739b-aea5-966c26f8ad90',
    email: stored,
    created_at: '2026-11-21T10:00:00Z',
  };
  const customer: CustomerRow = { ...row, name: '', is_confirmed: true, orders: 0 };
  const order: OperatorOrderRow = {
    ...{ ...row, code: 'MH-1', state: 'paid', fulfilment: 'none', name: null, payment: null },
    ...{ parcel_count: 0, items: 1, total: cents(1), refunded: cents(0), completed_at: null },
  };
  stubApi((path) => {
    const [type, { id, ...attributes }] = path.includes('orders')
      ? ['operator_orders', order]
      : ['customers', customer];
    return Response.json({ data: [{ type, id, attributes }], meta: { next: null } });
  });
  const formats = { locale: 'de', money: String, day: String } as unknown as Formats;
  const { signal } = new AbortController();
  const found = await findRecords('müller', ['orders.read', 'customers.read'], formats, signal);
  expect(found).toMatchObject([{ title: `MH-1 · ${shown}` }, { title: shown, detail: shown }]);
});

test('a found record without a title in this language has its title in the other one', async () => {
  const record = { type: 'gift_box', slug: 'haken', title: { de: 'Haken', en: '' } };
  const attributes = { ...record, state: 'draft', product: null, changed_at: '2026-11-21T10:00:00Z' };
  const data = [{ type: 'catalogue_records', id: 'gift_box.haken', attributes }];
  stubApi(() => Response.json({ data, meta: { next: null } }), 'en');
  const formats = { locale: 'en' } as unknown as Formats;
  const { signal } = new AbortController();
  expect(await findRecords('haken', ['catalogue.read'], formats, signal)).toMatchObject([{ title: 'Haken' }]);
});
