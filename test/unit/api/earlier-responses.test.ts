import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { operatorOrder } from '#api/orders/operator-order-models.ts';
import { filmJob } from '#core/model/film-job.ts';
import { lesson, note } from '#core/model/learning.ts';

test('during an update, responses of the previous version are read without the fields that this one adds', () => {
  const { shape } = operatorOrder;
  const added = [lesson.shape.outline, note.shape.lesson.shape.is_shown, filmJob.shape.fault, shape.disputes];
  expect(added.map((field) => field.parse(undefined))).toEqual([[], true, null, []]);
  const change = { id: 'one', at: '2026-11-21T10:00:00.000Z', actor_kind: 'job', actor: 'job', action: 'x' };
  expect(shape.changes.parse([change])).toEqual([{ ...change, values: [] }]);
  const refund = {
    ...{ key: 'R', cause: 'operator', state: 'open', amount: 1, credit: 0, gateway_refund_id: null },
    ...{ created_at: change.at, settled_at: null, awaits_transfer: false },
  };
  expect(shape.refunds.parse([refund])).toEqual([{ ...refund, is_disputed: false }]);
});

test('lists and previews of the previous version are read as well', () => {
  const { listChanges, previewOperatorRefund, previewDecision } = operatorEndpoints;
  const meta = { page: { number: 1, size: 50, total: 0 } };
  expect(listChanges.response.parse({ data: [], meta })).toEqual({ data: [], meta: { next: null } });
  const refund = {
    ...{ amount: 1, credit: 0, shipping: 0, lines: [], vat: [], corrected_invoice: null, stock: [] },
    ...{ ends: [], codes: [], calls_parcel_off: false },
    ...{ is_transferred: false, is_whole: true, needs_proof: false },
  };
  expect(previewOperatorRefund.response.parse({ data: refund }).data.is_withheld).toBe(false);
  const decision = { state: 'answered', amount: 1, credit: 0, needs_proof: false, letter: null };
  expect(previewDecision.response.parse({ data: decision }).data.withheld).toBe(0);
});

test('the response of the previous version to an account deletion is read', () => {
  const { response } = endpoints.confirmAccountDeletion;
  expect(response.parse({ success: true })).toEqual({ success: true });
});
