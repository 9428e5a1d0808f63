import { expect, test } from 'vitest';
import { AuditPage } from '#back-office/operations/audit-page.tsx';
import { showScreen } from '#test/unit/back-office/support/show.tsx';

test('the audit log is searched by the names of changes, each with what the API calls it', async () => {
  const loaded = { items: [], next: null, query: {}, views: [] };
  const markup = await showScreen({ id: 'audit', element: <AuditPage />, loaded });
  expect(markup).toContain('<option value="order.refunded">Erstattung beschlossen (order.refunded)</option>');
  expect(markup).toMatch(/<option value="webhooks">[^<]+<\/option>/);
});
