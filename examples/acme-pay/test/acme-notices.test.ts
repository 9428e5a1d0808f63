import { describePaymentNotices, type OtherBody, type ProviderEvent } from 'meisterhand/kits';
import type { PaymentNoticeKind } from 'meisterhand/ports';
import { signBody, signEvent } from '../simulator/simulator.ts';
import { createAcmeNotices } from '../src/acme-notices.ts';

/** Acme Pay's names of the kit's events. */
const types: Readonly<Record<ProviderEvent['kind'], string>> = {
  settled: 'payment.settled',
  settlement_declined: 'payment.settlement_failed',
  refund_failed: 'refund.failed',
  dispute_opened: 'dispute.opened',
  dispute_under_review: 'dispute.under_review',
  dispute_won: 'dispute.won',
  dispute_lost: 'dispute.lost',
  // Acme Pay reports neither of these two.
  payment_failed: 'card.expires',
  payment_expired: 'card.expires',
  // Has the name of a used event as its prefix.
  unused: 'payment.settled_in_part',
};

/** Returns a modified body. */
function otherwise(body: Buffer, how: OtherBody): Buffer<ArrayBuffer> {
  const fields: object = JSON.parse(body.toString());
  if (how === 'spaced') return Buffer.from(`\n${JSON.stringify(fields, null, 2)}\n`);
  if (how === 'with_more') return Buffer.from(JSON.stringify({ ...fields, risk: 'low' }));
  if (how === 'list') return Buffer.from(`[${body.toString()}]`);
  if (how === 'cut') return Buffer.from(body.subarray(0, -5));
  if (how === 'without_attempt') return Buffer.from(JSON.stringify({ ...fields, key: null }));
  if (how === 'without_amount') return Buffer.from(JSON.stringify({ ...fields, amount: null }));
  return Buffer.from(JSON.stringify({ ...fields, payment: undefined }));
}

describePaymentNotices({
  name: 'Acme Pay',
  async create() {
    const now = 1_763_800_000;
    let sentAt = now;
    const signed = ({ kind, ...event }: ProviderEvent, secret: string, at?: number) => {
      sentAt += 1;
      const { transaction_id, attempt_key, amount, happened_at } = event;
      const created = happened_at / 1_000;
      return signEvent(
        { type: types[kind], payment: transaction_id, key: attempt_key, amount, created },
        secret,
        at ?? sentAt,
      );
    };
    return {
      notices: createAcmeNotices('a-secret', () => now * 1_000),
      kinds: Object.entries(types).flatMap(([kind, type]) =>
        type === 'card.expires' || kind === 'unused' ? [] : [kind as PaymentNoticeKind],
      ),
      sign: async (event) => signed(event, 'a-secret'),
      forge: async (event) => signed(event, 'another-secret'),
      signOtherwise: async (event, how) =>
        signBody(otherwise(Buffer.from(signed(event, 'a-secret').body), how), 'a-secret', now),
      signLongAgo: async (event) => signed(event, 'a-secret', now - 86_400),
      unsign: async (event) => ({
        ...signed(event, 'a-secret'),
        headers: { 'content-type': 'application/json' },
      }),
    };
  },
});
