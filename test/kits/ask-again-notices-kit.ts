import { expect } from 'vitest';
import type { PaymentNotices, Webhook } from '#ports/payment-notices.ts';
import { noticeRules } from './notice-call-rules.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';
import { watchProcess } from './watch-process.ts';

/** A reader of webhooks that contain only the id of a transaction. */
export interface AskAgainNoticesHarness {
  readonly notices: PaymentNotices;
  /** Two ids of transactions as the provider gives them. */
  readonly ids: readonly [string, string];
  /** Returns the webhook that the provider sends when something has happened to a transaction. */
  send(transactionId: string): Promise<Webhook>;
}

const encode = (text: string) => new TextEncoder().encode(text);

/** Malformed and forged bodies. */
const strangeBodies: readonly Uint8Array[] = [
  new Uint8Array(),
  Uint8Array.from({ length: 300 }, (_, index) => index % 256),
  encode('['.repeat(100_000)),
  encode('{"id":{"id":"1"}}'),
  encode('id='),
  encode(`id=${'a'.repeat(100_000)}`),
  encode('{"kind":"settled","transaction_id":"transaction-1","amount":8930}'),
];

/** The conformance tests of `ports/payment-notices.ts` for webhooks without a signature, by title. */
export const askAgainNoticesCases: KitCases<AskAgainNoticesHarness> = {
  async 'returns only `ask_again` with the transaction of the webhook'({ notices, ids, send }) {
    for (const transaction_id of ids)
      expect(await notices.read(await send(transaction_id))).toEqual({
        ok: true,
        value: { kind: 'ask_again', transaction_id },
      });
  },

  async 'returns at most an id for a malformed or forged webhook, without an exception'({
    notices,
    ids,
    send,
  }) {
    const { headers } = await send(ids[0]);
    for (const body of strangeBodies) {
      for (const named of [{}, headers]) {
        const read = await notices.read({ headers: named, body });
        if (!read.ok || read.value === null) continue;
        // Without a signature a webhook can only make the shop look up an id of a possible length.
        expect(Object.keys(read.value).toSorted()).toEqual(['kind', 'transaction_id']);
        expect(read.value.kind).toBe('ask_again');
        expect(read.value.transaction_id).toMatch(/^.{1,255}$/);
      }
    }
  },

  async 'writes nothing of a webhook to the console or into files, whoever has sent it'({
    notices,
    ids,
    send,
  }) {
    const webhooks = [await send(ids[0]), { headers: {}, body: encode('{"card":"of-4711"}') }];
    const { output, files } = await watchProcess(async () => {
      for (const webhook of webhooks) await notices.read(webhook);
    });
    for (const secret of [ids[0], 'of-4711']) expect(`${output} ${files}`).not.toContain(secret);
  },
};

/** Registers the conformance tests for a reader of webhooks without a signature. */
export const describeAskAgainNotices = (adapter: Tested<AskAgainNoticesHarness>) =>
  runKit(
    'payment notices without a signature',
    askAgainNoticesCases,
    adapter,
    noticeRules<AskAgainNoticesHarness>(),
  );
