import { expect, test } from 'vitest';
import { AuditPage } from '#back-office/operations/audit-page.tsx';
import { showScreen } from '#test/unit/back-office/support/show.tsx';

test('the filters of the audit log list actions and record types by name, actions with their API code', async () => {
  const loaded = { items: [], next: null, query: {}, views: [] };
  const markup = await showScreen({ id: 'audit', element: <AuditPage />, loaded });
  expect(markup).toContain('<option value="order.refunded">Erstattung beschlossen (order.refunded)</option>');
  expect(markup).toMatch(/<option value="webhooks">[^<]+<\/option>/);
});
