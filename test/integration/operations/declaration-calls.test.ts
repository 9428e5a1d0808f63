import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { createApiKey } from '#server/operations/team/api-keys.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs, logInWithOldProof } from '#test/integration/support/operators.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { cookie: operator, email: by } = await logInAs(shop, 'support');
const { cookie: other } = await logInAs(shop, 'owner');
const { listOperatorDeclarations, getOperatorDeclaration, previewDecision, answerDeclaration } =
  operatorEndpoints;

type Body = Parameters<typeof shop.call<typeof answerDeclaration>>[1] extends infer Options
  ? NonNullable<Options extends { readonly body?: infer Given } ? Given : never>
  : never;

async function list(query: Readonly<Record<string, string>> = {}) {
  const { value, text } = await shop.call(listOperatorDeclarations, { operator, query });
  if (value === null) throw new Error(text);
  return { found: value.data.map(({ id, attributes }) => ({ id, ...attributes })), next: value.meta.next };
}

async function declare(code: string, email: string, lines?: readonly { readonly id: string }[]) {
  const body = { code, email, name: 'Ada Kern', ...(lines === undefined ? {} : { lines: [...lines] }) };
  const { value } = await shop.call(endpoints.declareWithdrawal, { body });
  await decideDeclarations(shop.context);
  const reference = value?.data.id ?? '';
  const { found } = await list({ 'filter[q]': reference.toLowerCase(), 'filter[state]': 'all' });
  if (found[0] === undefined) throw new Error(`${reference} is not found`);
  return found[0];
}

const show = async (id: string) =>
  (await shop.call(getOperatorDeclaration, { operator, params: { id } })).value?.data.attributes;

const answer = (id: string, body: Body, cookie = operator) =>
  shop.call(answerDeclaration, { operator: cookie, params: { id }, body });

/** Returns what an answer would do. */
const preview = async (id: string, body: Body) => {
  const { value, codes } = await shop.call(previewDecision, { operator, params: { id }, body });
  return { ...value?.data, codes };
};

/** Expects that an answer is refused, and its preview as well. */
async function expectRefusal(id: string, body: Body, code: string): Promise<void> {
  expect((await preview(id, body)).codes).toEqual([code]);
  expect((await answer(id, body)).codes).toEqual([code]);
}

const tables = ['declarations', 'refunds', 'outbox', 'audit_log', 'orders', 'products', 'invoices'] as const;

/** Returns all rows that an answer could change. */
const stored = () =>
  Promise.all([
    ...tables.map((table) => rowsOf(shop.db, table, {}, '*', 'id')),
    rowsOf(shop.db, 'documents', {}, '*', 'key'),
  ]);

/** Sends the mails that wait, and returns the last one about the outcome of a declaration. */
async function lastLetter(id: string) {
  await deliverMails(shop.context);
  return (await show(id))?.letters.findLast(({ template }) => template === 'withdrawal_outcome');
}

/** Returns what was refunded for a declaration, in cents. */
const refunded = async (id: string) => {
  const rows = await rowsOf(shop.db, 'refunds', { declaration_id: id });
  return rows.reduce((sum, row) => sum + row.amount_cents + row.credit_cents, 0);
};

describe('the queue of declarations', () => {
  test('has what waits for an operator, with due day and reason, in pages', async () => {
    const { code } = await buyAsGuest(shop, { [products.book]: 1 }, { email: 'anna.wiese@example.org' });
    const first = await declare(code, 'tippfehler@example.org');
    shop.advance(60_000);
    const second = await declare(code, 'noch-einer@example.org');
    await declare('GIBTSNICHT', 'niemand@example.org');
    const { found } = await list();
    expect(found.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(found[0]).toMatchObject({ state: 'open', open_reason: 'NO_MATCH', due_on: '2026-12-05' });
    const page = await list({ 'page[size]': '1' });
    const rest = await list({ 'page[size]': '1', 'page[after]': page.next ?? '' });
    expect([page.found[0]?.id, rest.found[0]?.id, rest.next]).toEqual([first.id, second.id, null]);
    expect((await list({ 'filter[state]': 'unmatched' })).found).toHaveLength(1);
    expect((await list({ 'filter[kind]': 'cancellation' })).found).toEqual([]);
  });
});

/** Declares the withdrawal of a box for 139 euros that was shipped and whose code was opened. */
async function declareOpenedBox(email: string) {
  const { id: box } = await rowOf(shop.db, 'products', { slug: 'druckwerkstatt' });
  const order = await buyAsGuest(shop, { [box]: 1 }, { email });
  await shipOrder(shop.context, order.code, { carrier: 'dhl', tracking_code: null });
  const { id: order_line_id } = await rowOf(shop.db, 'order_lines', { order_id: order.id });
  const opened_at = new Date(shop.context.clock.now());
  await changeRows(shop.db, 'digital_contents', { order_line_id }, { opened_at });
  const { id } = await declare(order.code, email);
  return { id, order };
}

describe('a declaration', () => {
  test('is carried out once by two operators at the same time, and shows evidence, mails and history', async () => {
    const email = 'karl.lindner@example.org';
    const { code } = await buyAsGuest(shop, { [products.book]: 1 }, { email });
    const { id, state } = await declare(code, 'karl.lindner@example.com');
    expect(state).toBe('open');
    await expectRefusal(id, { action: 'carry_out', code: 'ABCD2345' }, 'PURCHASE_UNKNOWN');
    await expectRefusal(id, { action: 'goods_back' }, 'NO_GOODS_AWAITED');
    const heading = 'Was aus Ihrem Widerruf wird';
    await shop.call(operatorEndpoints.saveMailTexts, {
      ...{ operator: other, params: { mail: 'withdrawal_outcome' } },
      body: { version: 0, changes: { de: { heading }, en: {} }, publishes: true },
    });
    const before = await stored();
    const previews = await Promise.all([1, 2].map(() => preview(id, { action: 'carry_out' })));
    expect(previews[1]).toEqual(previews[0]);
    expect(await stored()).toEqual(before);
    const answers = await Promise.all(
      [operator, other].map((cookie) => answer(id, { action: 'carry_out' }, cookie)),
    );
    expect(answers.flatMap(({ codes }) => codes)).toEqual(['DECLARATION_ANSWERED']);
    const shown = await show(id);
    expect(shown).toMatchObject({
      state: 'answered',
      due_on: null,
      evidence: {
        order_code: code,
        lines: [{ quantity: 1, opened_at: null, codes_redeemed: 0, withdrawal_until: null }],
      },
      decision: { lines: [{ quantity: 1, result: 'refunded' }] },
      history: [
        {
          action: 'declaration.answered',
          values: [
            { name: 'state', before: 'open', after: 'answered' },
            { name: 'answer', before: null, after: 'carry_out' },
          ],
        },
      ],
    });
    expect(shown?.letters.map(({ template }) => template)).toEqual([
      'withdrawal_receipt',
      'withdrawal_outcome',
    ]);
    const { subject, text } = (await lastLetter(id)) ?? {};
    expect(previews[0]).toMatchObject({ state: 'answered', credit: 0, letter: { subject, text } });
    expect(text).toContain(heading);
    expect(previews[0]?.amount).toBe(await refunded(id));
    expect((await preview(id, { action: 'carry_out' })).codes).toEqual(['DECLARATION_ANSWERED']);
  });

  test('that was carried out is not rejected by an operator who has not seen that', async () => {
    const { code } = await buyAsGuest(shop, { [products.book]: 1 }, { email: 'lotte.kranz@example.org' });
    await shipOrder(shop.context, code, { carrier: 'dhl', tracking_code: null });
    const { id, state, open_reason: seen } = await declare('VERSCHRIEBEN', 'lotte.kranz@example.com');
    expect([state, seen]).toEqual(['unmatched', null]);
    const carryOut = (cookie: string) => answer(id, { action: 'carry_out', code, seen }, cookie);
    expect((await carryOut(other)).codes).toEqual([]);
    const rejected = { action: 'reject', text: 'Diese Bestellung kennen wir nicht.' } as const;
    const before = await stored();
    await expectRefusal(id, { ...rejected, seen }, 'RECORD_CHANGED');
    await expectRefusal(id, { ...rejected, seen: 'NO_MATCH' }, 'RECORD_CHANGED');
    expect((await carryOut(operator)).codes, 'the same once more').toEqual([]);
    expect(await stored()).toEqual(before);
    const { open_reason } = (await show(id)) ?? {};
    expect(open_reason).toBe('GOODS_AWAITED');
    const { value } = await answer(id, { ...rejected, seen: 'GOODS_AWAITED' });
    expect(value?.data.attributes).toMatchObject({ state: 'answered', open_reason: null });
  });

  test('is rejected with a text, once, and HTML in it stays text', async () => {
    const script = '<script>alert(1)</script>';
    const { id } = await declare(script, 'fremd@example.org');
    const refused = { action: 'reject', text: 'Diese Bestellung kennen wir nicht.' } as const;
    expect((await answer(id, { action: 'reject', text: 'no' })).codes).toEqual(['INVALID_INPUT']);
    const planned = await preview(id, refused);
    expect(planned).toMatchObject({ state: 'answered', amount: 0, credit: 0, codes: [] });
    expect(planned.letter?.text).toContain(refused.text);
    expect((await answer(id, refused)).value?.data.attributes).toMatchObject({
      state: 'answered',
      declared_code: script,
      evidence: null,
      decision: { text: refused.text },
      history: [{ by }],
    });
    expect((await answer(id, refused)).codes).toEqual(['DECLARATION_ANSWERED']);
  });

  test('for a later day is not carried out while the contract would end earlier', async () => {
    const email = 'uta.spaet@example.org';
    const { code } = await buyAsGuest(shop, { [products.membership]: 1 }, { email });
    await shop.call(endpoints.declareCancellation, {
      body: { code, email, name: 'Uta Spät', kind: 'ordinary', ends_on: '2028-01-31' },
    });
    await decideDeclarations(shop.context);
    const { found } = await list({ 'filter[kind]': 'cancellation' });
    expect(found).toMatchObject([{ open_reason: 'LATER_DAY' }]);
    await expectRefusal(found[0]?.id ?? '', { action: 'carry_out' }, 'NOT_POSSIBLE');
  });

  test('shows the first and the last use of all codes of a line', async () => {
    const email = 'zwei.codes@example.org';
    const order = await buyAsGuest(shop, { [products.gift]: 2 }, { email });
    const { id } = await declare(order.code, email);
    const { id: order_line_id } = await rowOf(shop.db, 'order_lines', { order_id: order.id });
    const codes = await rowsOf(shop.db, 'digital_contents', { order_line_id }, ['gift_code_id']);
    const day = (date: number) => `2026-11-${date}T10:00:00.000Z`;
    for (const [index, { gift_code_id }] of codes.entries()) {
      const used = { opened_at: new Date(day(22 + index)), last_used_at: new Date(day(25 + index)) };
      await changeRows(shop.db, 'digital_contents', { gift_code_id }, used);
    }
    expect((await show(id))?.evidence?.lines).toMatchObject([{ opened_at: day(22), last_used_at: day(26) }]);
  });

  test('about a box whose code was opened needs a deduction, which the mail states', async () => {
    const { id } = await declareOpenedBox('mia.sand@example.org');
    await expectRefusal(id, { action: 'settle', deduction: 0 }, 'NOTHING_TO_SETTLE');
    const back = (deduction: number): Body => ({ action: 'goods_back', deduction });
    await expectRefusal(id, { action: 'goods_back' }, 'DEDUCTION_MISSING');
    await expectRefusal(id, back(9_000_000), 'DEDUCTION_TOO_HIGH');
    await expectRefusal(id, back(-1), 'INVALID_INPUT');
    const planned = await preview(id, back(1_234));
    expect((await answer(id, back(1_234))).value?.data.attributes.decision.lines).toMatchObject([
      { result: 'refunded', deduction: 1_234 },
    ]);
    const { subject, text } = (await lastLetter(id)) ?? {};
    expect(text).toMatch(/12,34\s€ behalten wir für die Nutzung/);
    expect(planned).toMatchObject({ state: 'answered', letter: { subject, text } });
    expect(planned.amount).toBe(await refunded(id));
  });
});

describe('an answer with a refund', () => {
  /** Refunds cents of the last line of an order. */
  async function refund(orderId: string, amount: number, cookie: string) {
    const lines = shop.db.selectFrom('order_lines').select('id').where('order_id', '=', orderId);
    const line = await lines.orderBy('position', 'desc').executeTakeFirstOrThrow();
    const earlier = await rowsOf(shop.db, 'refunds', { order_id: orderId }, ['id']);
    const wanted = { lines: [{ line_id: line.id, quantity: 0 }], includes_shipping: false, amount };
    const body = { ...wanted, keeps_goods: false, refund_id: randomUUID(), seen_refunds: earlier.length };
    const call = { operator: cookie, params: { id: orderId }, body };
    return (await shop.call(operatorEndpoints.refundOperatorOrder, call)).codes;
  }

  test('needs a fresh proof from 100 euros on, and changes nothing without one', async () => {
    const { id } = await declareOpenedBox('ole.berg@example.org');
    const all = (await preview(id, { action: 'goods_back', deduction: 0 })).amount ?? 0;
    const body = { action: 'goods_back', deduction: all - 100_00 } as const;
    const cookie = await logInWithOldProof(shop);
    const shown = await shop.call(previewDecision, { operator: cookie, params: { id }, body });
    expect(shown.value?.data).toMatchObject({ amount: 100_00, needs_proof: true });
    const made = await createApiKey(shop.context, { name: 'Widerruf', permissions: ['declarations.decide'] });
    const bearer = made.ok ? made.value.token : '';
    const before = await stored();
    for (const caller of [{ operator: cookie }, { bearer }]) {
      const refused = await shop.call(answerDeclaration, { ...caller, params: { id }, body });
      expect(refused.codes).toEqual(['PROOF_REQUIRED']);
    }
    expect(await stored()).toEqual(before);
    const { cookie: proved } = await logInAs(shop, 'support');
    expect((await answer(id, body, proved)).codes).toEqual([]);
    expect(await refunded(id)).toBe(100_00);
  });

  test('needs none below 100 euros, counted together with refunds before and after it', async () => {
    const { id, order } = await declareOpenedBox('ida.falk@example.org');
    const cookie = await logInWithOldProof(shop);
    expect(await refund(order.id, 1, cookie)).toEqual([]);
    const all = (await preview(id, { action: 'goods_back', deduction: 0 })).amount ?? 0;
    const back = (amount: number) => answer(id, { action: 'goods_back', deduction: all - amount }, cookie);
    expect((await back(99_99)).codes, 'with the cent before 100 euros').toEqual(['PROOF_REQUIRED']);
    expect((await back(99_98)).codes).toEqual([]);
    expect(await refunded(id)).toBe(99_98);
    expect(await refund(order.id, 1, cookie), 'with both before 100 euros').toEqual(['PROOF_REQUIRED']);
  });

  test('is not counted together with what the shop has refunded without an operator', async () => {
    const email = 'eva.lang@example.org';
    const lines = { [products.course]: 1, [products.otherCourse]: 1, [products.book]: 1 };
    const order = await buyAsGuest(shop, lines, { email });
    const { id } = await declare(order.code, email, [{ id: products.course }, { id: products.otherCourse }]);
    expect(await refunded(id)).toBeGreaterThan(100_00);
    expect(await refund(order.id, 1, await logInWithOldProof(shop))).toEqual([]);
  });

  test('shows in its preview that the refund of a disputed charge is held back', async () => {
    const email = 'nele.voss@example.org';
    const { id: order_id, code } = await buyAsGuest(shop, { [products.book]: 1 }, { email });
    const { id } = await declare(code, 'nele.voss@example.com');
    const carryOut = () => preview(id, { action: 'carry_out' });
    const { amount, withheld } = await carryOut();
    expect(amount).toBeGreaterThan(0);
    expect(withheld).toBe(0);
    const { id: payment_attempt_id, ...paid } = await rowOf(shop.db, 'payment_attempts', { order_id });
    const happened_at = new Date(shop.context.clock.now());
    await insertRows(shop.db, 'payment_notices', {
      ...{ key: `dispute_opened:${order_id}`, kind: 'dispute_opened', payment_attempt_id },
      ...{ transaction_id: paid.transaction_id ?? '', happened_at, received_at: happened_at },
    });
    expect(await carryOut()).toMatchObject({ amount, withheld: amount });
  });
});
