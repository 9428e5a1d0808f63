import { expect } from 'vitest';
import type { PaymentNoticeKind, PaymentNotices, Webhook } from '#ports/payment-notices.ts';
import type { KitCases, KitSkip } from './run-kit.ts';
import { runKit } from './run-kit.ts';

/** An event at the provider. Amounts in cents, times in milliseconds since the epoch (whole seconds). */
export interface ProviderEvent {
  /** `unused`: an event that the provider reports and the shop does not use. */
  readonly kind: PaymentNoticeKind | 'unused';
  readonly transaction_id: string;
  readonly attempt_key: string;
  readonly amount: number;
  readonly happened_at: number;
}

/** A reader under test with the signing half of its provider. */
export interface PaymentNoticesHarness {
  readonly notices: PaymentNotices;
  /** The kinds that the provider reports; `settled` is one of them. */
  readonly kinds: readonly PaymentNoticeKind[];
  /** Returns the webhook that the provider sends for an event, signed anew with each call. */
  sign(event: ProviderEvent): Promise<Webhook>;
  /** Returns the same webhook with a signature that somebody else has made with another key. */
  forge(event: ProviderEvent): Promise<Webhook>;
  /** Returns the same webhook without any signature. */
  unsign(event: ProviderEvent): Promise<Webhook>;
}

interface PaymentNoticesKit {
  readonly name: string;
  readonly create: () => Promise<PaymentNoticesHarness>;
  readonly skip?: readonly KitSkip[];
}

const settled: ProviderEvent = {
  kind: 'settled',
  transaction_id: 'transaction-1',
  attempt_key: 'ORDER-1/2',
  amount: 8_930,
  happened_at: 1_763_715_600_000,
};

const noticeFields = ['amount', 'attempt_key', 'happened_at', 'key', 'kind', 'transaction_id'];

/** Reads a webhook that has to be accepted. */
async function read({ notices }: PaymentNoticesHarness, webhook: Webhook) {
  const result = await notices.read(webhook);
  if (!result.ok) throw new Error(`Refused: ${result.error.code}`);
  return result.value;
}

/** Returns copies of a webhook, each with one changed byte; the changes are spread over the whole body. */
function changedBodies({ headers, body }: Webhook): readonly Webhook[] {
  return Array.from({ length: 24 }, (_, index) => {
    const changed = Uint8Array.from(body);
    const place = Math.floor((index * body.length) / 24);
    changed[place] = (changed[place] ?? 0) ^ 1;
    return { headers, body: changed };
  });
}

/** Bodies as a stranger may send them. */
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

  async 'refuses a webhook that somebody else has signed'({ notices, forge }) {
    expect(await notices.read(await forge(settled))).toEqual({ ok: false, error: { code: 'FORGED' } });
    expect(await notices.read(await forge({ ...settled, kind: 'unused' }))).toMatchObject({ ok: false });
  },

  async 'refuses a webhook without a signature'({ notices, unsign }) {
    expect(await notices.read(await unsign(settled))).toMatchObject({ ok: false });
  },

  async 'refuses a webhook that was changed after it was signed, in any place'({ notices, sign }) {
    for (const changed of changedBodies(await sign(settled)))
      expect(await notices.read(changed)).toMatchObject({ ok: false });
  },

  async 'refuses strange and oversized bodies without an exception, within a second each'({ notices, sign }) {
    const { headers } = await sign(settled);
    for (const body of strangeBodies) {
      for (const named of [{}, headers]) {
        const begun = performance.now();
        expect(await notices.read({ headers: named, body })).toMatchObject({ ok: false });
        expect(performance.now() - begun).toBeLessThan(1_000);
      }
    }
  },
};

/** Registers the conformance tests for one reader of webhooks. */
export function describePaymentNotices({ name, create, skip = [] }: PaymentNoticesKit): void {
  runKit({
    name: `payment notices: ${name}`,
    cases: paymentNoticesCases,
    create,
    dispose: async () => {},
    skip,
  });
}
