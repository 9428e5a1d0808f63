import { expect } from 'vitest';
import type { Webhook } from '#ports/payment-notices.ts';
import { hours, later } from './later.ts';
import { type PaymentNoticesHarness, type ProviderEvent, read, settled } from './payment-notices-harness.ts';
import type { KitCases } from './run-kit.ts';
import { watchProcess } from './watch-process.ts';

/** Other values for each field of an event, some of them similar. */
const otherFacts: readonly Partial<ProviderEvent>[] = [
  {},
  // Two ids of the longest length that differ at the end.
  ...[
    'transaction-2',
    'transaction-10',
    'transaction',
    'tr_9-A',
    ...['1', '2'].map((end) => `${'transaction-'.padEnd(59, '7')}${end}`),
  ].map((transaction_id) => ({ transaction_id })),
  ...['ORDER-1/1', 'ORDER-1/20', 'ORDER-11/2', `${'ORDER-'.padEnd(37, '7')}/12`].map((attempt_key) => ({
    attempt_key,
  })),
  ...[1, 99, 100, 1_995, 1_999, 2_000, 12_345_678, 123_456_789].map((amount) => ({ amount })),
  // A second, a leap day, the hour that a clock in Berlin has twice, and one that it does not have.
  ...[
    '2025-11-21T09:00:01Z',
    '2024-02-29T23:59:59Z',
    '2025-10-26T01:30:00Z',
    '2026-03-29T01:30:00Z',
    '2026-01-01T00:00:00Z',
  ].map((time) => ({ happened_at: Date.parse(time) })),
];

/** Reads a webhook and fails unless the notice has the fields of the event. Returns its key. */
async function expectFacts(harness: PaymentNoticesHarness, event: ProviderEvent, webhook: Webhook) {
  const notice = await read(harness, webhook);
  const { attempt_key, ...facts } = event;
  // The subject of a failed refund is the refund.
  const attempt = event.kind === 'refund_failed' ? {} : { attempt_key };
  expect(notice).toMatchObject({ ...facts, ...attempt });
  return notice?.key ?? '';
}

/** Returns a copy of a body in the middle of a larger buffer. */
export function amongOtherBytes(body: Uint8Array): Uint8Array {
  const memory = new Uint8Array(body.length + 64).fill(120);
  memory.set(body, 32);
  return memory.subarray(32, body.length + 32);
}

/** Tests of each field of an event, and of the ways in which its webhook may arrive. */
export const noticeFactCases: KitCases<PaymentNoticesHarness> = {
  async 'reads every field of an event of every kind'(harness) {
    const keys = new Map<string, string>();
    for (const kind of harness.kinds)
      for (const other of otherFacts) {
        const event = { ...settled, ...other, kind };
        const key = await expectFacts(harness, event, await harness.sign(event));
        const subject = `${kind} of ${event.transaction_id}`;
        expect([subject, undefined], 'two subjects have one key').toContain(keys.get(key));
        keys.set(key, subject);
      }
  },

  async 'reads the same from any memory offset, with other headers, after forged webhooks and in parallel'(
    harness,
  ) {
    const events = harness.kinds.flatMap((kind) =>
      [1_999, 2_000].map((amount) => ({ ...settled, kind, amount, transaction_id: `transaction-${amount}` })),
    );
    const webhooks = await Promise.all(
      events.map(async (event) => {
        const { headers, body } = await harness.sign(event);
        const others = { host: 'shop.example', 'x-forwarded-for': '192.0.2.1', 'user-agent': 'provider/2.1' };
        return {
          headers: Object.freeze({ ...others, ...headers }),
          body: amongOtherBytes(body),
        };
      }),
    );
    // Proxies add headers and change the content type.
    const added = {
      'x-forwarded-for': '2001:db8::1, 192.0.2.1',
      'x-request-id': '{',
      cookie: 'c'.repeat(4_000),
      ...Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-hop-${index}`, 'passed'])),
    };
    for (const event of events) {
      const { headers, body } = await harness.sign(event);
      const { 'content-type': type } = headers;
      await expectFacts(harness, event, { headers: { ...added, ...headers }, body });
      if (type === undefined) continue;
      const other = { ...headers, 'content-type': `${type}; charset=utf-8` };
      await expectFacts(harness, event, { headers: other, body });
    }
    for (const event of events) await harness.notices.read(await harness.forge(event));
    const copies = webhooks.map(({ body }) => Uint8Array.from(body));
    for (let times = 0; times < 2; times += 1)
      await Promise.all(events.map((event, at) => expectFacts(harness, event, webhooks[at] as Webhook)));
    expect(webhooks.map(({ body }) => Uint8Array.from(body))).toEqual(copies);
  },

  async 'reads each webhook independently of the one before'(harness) {
    const { notices, sign, forge, signOtherwise } = harness;
    const kinds = [
      [
        await sign(settled),
        expect.objectContaining({ ok: true, value: expect.objectContaining({ amount: 8_930 }) }),
      ],
      [await forge(settled), { ok: false, error: { code: 'FORGED' } }],
      [await signOtherwise(settled, 'without_transaction'), { ok: false, error: { code: 'UNREADABLE' } }],
      [await sign({ ...settled, kind: 'unused' }), { ok: true, value: null }],
    ] as const;
    for (const [before] of kinds)
      for (const [webhook, what] of kinds) {
        await notices.read(before);
        expect(await notices.read(webhook)).toEqual(what);
      }
  },

  async 'gives an event the same key when the provider repeats its webhook after hours'(harness) {
    const keyOf = async () => (await read(harness, await harness.sign(settled)))?.key;
    const key = await keyOf();
    expect(key).toEqual(expect.any(String));
    for (const wait of [61 / 60, 25]) expect(await later(hours(wait), keyOf), `${wait} hours`).toBe(key);
  },

  async 'leaves no timer or changed global behind after a webhook'({ notices, ...harness }) {
    const webhooks = [await harness.sign(settled), await harness.forge(settled)];
    webhooks.push({ headers: {}, body: Buffer.from('{"id":') });
    const { timers, changes } = await watchProcess(async () => {
      for (const webhook of webhooks) await notices.read(webhook);
    });
    expect([timers, changes]).toEqual([[], []]);
  },
};
