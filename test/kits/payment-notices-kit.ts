import { expect } from 'vitest';
import type { PaymentNoticeKind, Webhook } from '#ports/payment-notices.ts';
import { noticeFields, noticeRules } from './notice-call-rules.ts';
import { noticeFactCases } from './notice-fact-cases.ts';
import { type PaymentNoticesHarness, type ProviderEvent, read, settled } from './payment-notices-harness.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';
import { watchProcess } from './watch-process.ts';

/** Returns the event in each kind. */
const ofEach = (kinds: readonly PaymentNoticeKind[]) => kinds.map((kind) => ({ ...settled, kind }));

/** Returns copies of a webhook, each with one changed byte; the changes are spread over the whole body. */
function changedBodies({ headers, body }: Webhook): readonly Webhook[] {
  return Array.from({ length: 24 }, (_, index) => {
    const changed = Uint8Array.from(body);
    const place = Math.floor((index * body.length) / 24);
    changed[place] = (changed[place] ?? 0) ^ 1;
    return { headers, body: changed };
  });
}

/** Returns copies of a webhook in which the headers that sign it, or the body, are cut off in several places. */
function cutOff(webhook: Webhook, other: Webhook): readonly Webhook[] {
  const signing = Object.entries(webhook.headers).filter(([name, value]) => other.headers[name] !== value);
  const headers = signing.flatMap(([name, value]) =>
    [0, 1, Math.floor(value.length / 2), value.length - 1].map((length) => ({
      headers: { ...webhook.headers, [name]: value.slice(0, length) },
      body: webhook.body,
    })),
  );
  const bodies = Array.from({ length: 12 }, (_, index) => ({
    headers: webhook.headers,
    body: webhook.body.slice(0, Math.floor((index * webhook.body.length) / 12)),
  }));
  return [...headers, ...bodies];
}

/** Returns copies of a webhook whose signing headers have the right length but are half wrong. */
function halfRight(webhook: Webhook, other: Webhook): readonly Webhook[] {
  const signing = Object.entries(webhook.headers).filter(([name, value]) => other.headers[name] !== value);
  return signing.flatMap(([name, value]) => {
    const half = Math.floor(value.length / 2);
    const others = other.headers[name] ?? '';
    return [value.slice(0, half) + others.slice(half), value.slice(0, -6) + others.slice(-6), others].map(
      (changed) => ({ headers: { ...webhook.headers, [name]: changed }, body: webhook.body }),
    );
  });
}

/** Malformed and forged bodies. */
const strangeBodies: readonly Uint8Array[] = [
  new Uint8Array(),
  Uint8Array.from({ length: 300 }, (_, index) => index % 256),
  Buffer.from('['.repeat(100_000)),
  Buffer.from('{"kind":"settled","transaction_id":"transaction-1","amount":8930}'),
  Buffer.from('bt_signature=&bt_payload='),
  Buffer.alloc(5_000_000, 'a=%'),
];

/** The conformance tests of `ports/payment-notices.ts` by title. */
export const paymentNoticesCases: KitCases<PaymentNoticesHarness> = {
  ...noticeFactCases,
  async 'reads the subject, amount and time of every kind that the provider reports'(harness) {
    expect(harness.kinds).toContain('settled');
    for (const kind of harness.kinds) {
      const notice = await read(harness, await harness.sign({ ...settled, kind }));
      const { transaction_id, attempt_key, amount, happened_at } = settled;
      const facts = { kind, transaction_id, amount, happened_at };
      expect(notice, kind).toMatchObject(facts);
      // The subject of a failed refund is the refund.
      if (kind !== 'refund_failed') expect(notice?.attempt_key, kind).toBe(attempt_key);
    }
  },

  async 'reports a refund that fails after it was accepted, with the id of the refund'(harness) {
    // The shop learns it only by this webhook.
    expect(harness.kinds).toContain('refund_failed');
    const event: ProviderEvent = { ...settled, kind: 'refund_failed', transaction_id: 'refund-of-4711' };
    const { kind, transaction_id } = event;
    expect(await read(harness, await harness.sign(event))).toMatchObject({ kind, transaction_id });
  },

  async 'reports an event and nothing else: no outcome that could pay an order'(harness) {
    const notice = await read(harness, await harness.sign(settled));
    expect(Object.keys(notice ?? {}).toSorted()).toEqual(noticeFields);
  },

  async 'gives repeated webhooks of one event the same key, and other events other keys'(harness) {
    const webhook = await harness.sign(settled);
    const keyOf = async (one: Webhook) => (await read(harness, one))?.key;
    const key = await keyOf(webhook);
    expect(key).toMatch(/./);
    expect(await keyOf(webhook)).toBe(key);
    expect(await keyOf(await harness.sign(settled))).toBe(key);
    const others = [
      { ...settled, transaction_id: 'transaction-2' },
      ...harness.kinds.filter((kind) => kind !== 'settled').map((kind) => ({ ...settled, kind })),
    ];
    const keys = await Promise.all(others.map(async (event) => keyOf(await harness.sign(event))));
    expect(new Set([key, ...keys]).size).toBe(others.length + 1);
  },

  async 'accepts a signed event that the shop does not use, and reports nothing'(harness) {
    expect(await read(harness, await harness.sign({ ...settled, kind: 'unused' }))).toBeNull();
  },

  async 'refuses a webhook that somebody else has signed'({ notices, forge, kinds }) {
    for (const event of ofEach(kinds)) {
      const read = await notices.read(await forge(event));
      expect(read, event.kind).toEqual({ ok: false, error: { code: 'FORGED' } });
    }
    expect(await notices.read(await forge({ ...settled, kind: 'unused' }))).toMatchObject({ ok: false });
  },

  async 'refuses a webhook without a signature'({ notices, unsign, kinds }) {
    for (const event of ofEach(kinds))
      expect(await notices.read(await unsign(event)), event.kind).toMatchObject({ ok: false });
  },

  async 'refuses a webhook that was changed after it was signed, in any place'({ notices, sign, kinds }) {
    for (const event of ofEach(kinds))
      for (const changed of changedBodies(await sign(event)))
        expect(await notices.read(changed), event.kind).toMatchObject({ ok: false });
  },

  async 'refuses a truncated signature or body'({ notices, sign, kinds }) {
    for (const event of ofEach(kinds)) {
      const other = await sign({ ...event, transaction_id: 'transaction-2' });
      for (const cut of cutOff(await sign(event), other))
        expect(await notices.read(cut), event.kind).toMatchObject({ ok: false });
    }
  },

  async 'refuses a signature that is right in one half, and the signature of another event'({
    notices,
    sign,
    kinds,
  }) {
    for (const event of ofEach(kinds)) {
      const other = await sign({ ...event, transaction_id: 'transaction-2' });
      for (const wrong of halfRight(await sign(event), other))
        expect(await notices.read(wrong), event.kind).toMatchObject({ ok: false });
    }
  },

  async 'refuses a body with other white space than the signed one'({ notices, sign, signOtherwise, kinds }) {
    for (const event of ofEach(kinds)) {
      const { headers } = await sign(event);
      const { body } = await signOtherwise(event, 'spaced');
      expect(await notices.read({ headers, body }), event.kind).toMatchObject({ ok: false });
    }
  },

  async 'reads a signed body with other white space'(harness) {
    for (const event of ofEach(harness.kinds)) {
      const spaced = await read(harness, await harness.signOtherwise(event, 'spaced'));
      expect(spaced).toEqual(await read(harness, await harness.sign(event)));
    }
  },

  async 'ignores fields that it does not know'(harness) {
    for (const event of ofEach(harness.kinds)) {
      const more = await read(harness, await harness.signOtherwise(event, 'with_more'));
      expect(more).toEqual(await read(harness, await harness.sign(event)));
    }
  },

  async 'returns UNREADABLE for a signed event of a used kind that it does not understand'({
    notices,
    signOtherwise,
    kinds,
  }) {
    for (const event of ofEach(kinds))
      for (const body of ['list', 'cut', 'without_transaction'] as const) {
        const result = await notices.read(await signOtherwise(event, body));
        expect(result, `${event.kind} ${body}`).toEqual({ ok: false, error: { code: 'UNREADABLE' } });
      }
  },

  async 'reports no amount, and never 0, when the event has none'({ notices, signOtherwise, kinds }) {
    for (const event of ofEach(kinds)) {
      const result = await notices.read(await signOtherwise(event, 'without_amount'));
      if (result.ok) expect(result.value).toMatchObject({ kind: event.kind, amount: null });
      else expect(result.error.code).toBe('UNREADABLE');
    }
  },

  async 'reports no payment attempt when the event has none'({ notices, signOtherwise, kinds }) {
    for (const event of ofEach(kinds)) {
      const result = await notices.read(await signOtherwise(event, 'without_attempt'));
      if (result.ok) expect(result.value).toMatchObject({ kind: event.kind, attempt_key: null });
      else expect(result.error.code).toBe('UNREADABLE');
    }
  },

  async 'reads the same times in every time zone of the server'(harness) {
    const { TZ } = process.env;
    const times: unknown[] = [];
    for (const zone of ['Pacific/Auckland', 'America/New_York']) {
      process.env.TZ = zone;
      try {
        times.push((await read(harness, await harness.sign(settled)))?.happened_at);
      } finally {
        // An empty zone would be UTC.
        if (TZ === undefined) delete process.env.TZ;
        else process.env.TZ = TZ;
      }
    }
    expect(times).toEqual([settled.happened_at, settled.happened_at]);
  },

  async 'reads every amount to the cent'(harness) {
    for (const amount of [29, 1_999, 123_456, 8_930]) {
      const notice = await read(harness, await harness.sign({ ...settled, amount }));
      expect(notice?.amount).toBe(amount);
    }
  },

  async 'refuses a webhook that was signed a day ago'({ notices, signLongAgo, kinds }) {
    for (const event of ofEach(kinds))
      expect(await notices.read(await signLongAgo(event)), event.kind).toMatchObject({ ok: false });
  },

  async 'writes nothing of a webhook to the console or into files, whoever has sent it'(harness) {
    const { notices, sign, forge, signOtherwise } = harness;
    const event = { ...settled, transaction_id: 'transaction-of-4711', attempt_key: 'ORDER-of-4711/1' };
    const webhooks = [await sign(event), await forge(event), await sign({ ...event, kind: 'unused' })];
    for (const body of ['list', 'cut', 'without_transaction'] as const)
      webhooks.push(await signOtherwise(event, body));
    webhooks.push({ headers: {}, body: Buffer.from('{"card":"of-4711"}') });
    const { output, files } = await watchProcess(async () => {
      for (const webhook of webhooks) await notices.read(webhook);
    });
    expect(`${output} ${files}`).not.toContain('of-4711');
  },

  async 'refuses strange and oversized bodies without an exception'({ notices, sign }) {
    const { headers } = await sign(settled);
    for (const body of strangeBodies) {
      for (const named of [{}, headers]) {
        expect(await notices.read({ headers: named, body })).toMatchObject({ ok: false });
      }
    }
  },
};

/** Registers the conformance tests for one reader of webhooks. */
export const describePaymentNotices = (adapter: Tested<PaymentNoticesHarness>) =>
  runKit('payment notices', paymentNoticesCases, adapter, noticeRules<PaymentNoticesHarness>());
