import { afterEach, expect, test, vi } from 'vitest';
import { Invoices, Payments, Refunds } from '#back-office/orders/order-entries.tsx';
import { OrderChanges } from '#back-office/orders/order-notes.tsx';
import { OrderRefunds } from '#back-office/orders/order-refunds.tsx';
import { Effects } from '#back-office/orders/refund-dialog.tsx';
import { textOf } from '#test/support/render-in-shop.tsx';
import { settled } from '#test/support/settled.ts';
import { drawScreen, show, showScreen } from '#test/unit/back-office/support/show.tsx';
import { failureResponse, stubApi } from '#test/unit/back-office/support/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

const at = '2026-11-21T10:00:00.000Z';
const moment = '21.11.2026, 11:00';

test('the payments of an order include the events of a dispute', async () => {
  const about = { payment_key: 'MH-1', transaction_id: 'T-1', at };
  const disputes = [
    { ...about, id: 'one', kind: 'dispute_opened', amount: 4990 },
    { ...about, id: 'other', kind: 'dispute_lost', amount: null },
  ];
  const order = { payments: [], late_payments: [], disputes };
  expect(textOf(await show(<Payments order={order as never} />))).toBe(
    `T-1 Rückbuchung · MH-1 · ${moment} Eröffnet 49,90 € T-1 Rückbuchung · MH-1 · ${moment} Verloren`,
  );
});

test('a refund says that its charge is disputed, and the preview of a refund that it is withheld', async () => {
  const refund = { key: 'R', cause: 'operator', state: 'refused', amount: 4990, credit: 0, created_at: at };
  const effects = {
    ...{ amount: 4990, credit: 0, vat: [], corrected_invoice: null, stock: [], ends: [], codes: [] },
    ...{ calls_parcel_off: false, is_transferred: false, is_whole: false, needs_proof: false },
  };
  const refundAndPreview = async (isDisputed: boolean) => {
    const order = { refunds: [{ ...refund, is_disputed: isDisputed }] };
    const shown = { ...effects, is_withheld: isDisputed };
    const parts = [
      <Refunds key="refunds" order={order as never} actionsOf={() => null} />,
      <Effects key="effects" effects={shown as never} wanted={null} />,
    ];
    return textOf(await show(parts));
  };
  const [disputed, other] = [await refundAndPreview(true), await refundAndPreview(false)];
  for (const words of ['Rückbuchung offen oder verloren · R', '49,90 € halten wir deshalb zurück']) {
    expect(disputed).toContain(words);
    expect(other).not.toContain(words);
  }
  const paidBack = 'bekommt 49,90 € auf dem Weg zurück';
  expect([disputed.includes(paidBack), other.includes(paidBack)]).toEqual([false, true]);
});

test('the history of an order shows the changed values, newest change first', async () => {
  const change = { at, actor: 'ada@example.com' };
  const sent = { name: 'fulfilment', before: 'open', after: 'shipped' };
  const given = { name: 'amount', before: null, after: '4990' };
  const changes = [
    { ...change, action: 'order.shipped', values: [sent] },
    { ...change, action: 'order.refunded', values: [given] },
  ];
  const by = `ada@example.com · ${moment}`;
  expect(textOf(await show(<OrderChanges order={{ changes } as never} />))).toBe(
    `Erstattung beschlossen ${by} Betrag: 49,90 € Verschickt ${by} Versand: Zu verschicken → Verschickt`,
  );
});

test('two equal changes at the same time have different keys', async () => {
  const change = { at, actor: 'ada@example.com', action: 'code.revoked', values: [] };
  const element = <OrderChanges order={{ changes: [change, change] } as never} />;
  const { elements } = await drawScreen({ id: 'order', element, loaded: null });
  const keys = elements.filter(({ type }) => type === 'li').map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
});

test('a refused refund of a disputed charge is retried only after a confirmation', async () => {
  const reload = vi.fn(async () => {});
  const pressed = async (is_disputed: boolean, code: string) => {
    const refund = { key: 'MH-1-R', cause: 'operator', state: 'refused', amount: 4990, credit: 0 };
    const order = {
      id: 'one',
      refunds: [{ ...refund, created_at: at, is_disputed, awaits_transfer: false }],
    };
    const retries: Promise<unknown>[] = [];
    const change = {
      ...{ running: null, may: () => true, changed: () => {}, reload },
      change: (_: string, send: () => Promise<unknown>) => void retries.push(send()),
    };
    const element = <OrderRefunds order={order as never} change={change as never} />;
    const { find } = await drawScreen({ id: 'order', element, loaded: null, locale: 'en' });
    const requests = stubApi(() => failureResponse(code, 409), 'en');
    find('Try again').onClick?.({});
    await Promise.all(retries);
    const atOnce = [...requests];
    await find('form').onSubmit?.({ preventDefault() {} });
    await settled();
    vi.unstubAllGlobals();
    return { atOnce, last: requests.at(-1) };
  };
  const path = 'POST /api/operator/orders/one/refund-retry';
  const confirmed = [path, { key: 'MH-1-R', despite_dispute: true }];
  expect(await pressed(true, 'ORDER_BUSY')).toEqual({ atOnce: [], last: confirmed });
  const undisputed = expect.not.objectContaining({ despite_dispute: true });
  expect((await pressed(false, 'ORDER_BUSY')).atOnce).toEqual([[path, undisputed]]);
  expect(reload).not.toHaveBeenCalled();
  await pressed(false, 'CHARGE_DISPUTED');
  expect(reload, 'a dispute opened meanwhile is shown').toHaveBeenCalled();
});

test('an invoice of an order is a link only with permission to read invoices', async () => {
  const order = { invoices: [{ id: 'i1', number: 'RE-1', kind: 'invoice', issued_at: at }] };
  const shownTo = (permissions: readonly string[]) =>
    showScreen({
      id: 'order',
      element: <Invoices order={order as never} />,
      loaded: null,
      shell: { permissions },
    });
  expect(await shownTo(['invoices.read'])).toMatch(/<a href="\/api\/operator\/invoices\/i1"[^>]*>RE-1<\/a>/);
  const unlinked = await shownTo(['orders.read']);
  expect(unlinked).toContain('RE-1');
  expect(unlinked).not.toContain('<a ');
});
