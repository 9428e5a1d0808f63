import type { ProviderEvent } from 'meisterhand/kits';
import { describePaymentNotices } from 'meisterhand/kits';
import type { PaymentNoticeKind } from 'meisterhand/ports';
import { signEvent } from '../simulator/simulator.ts';
import { createAcmeNotices } from '../src/acme-notices.ts';

/** The names of Acme Pay for the events of the kit. */
const types: Readonly<Record<ProviderEvent['kind'], string>> = {
  settled: 'payment.settled',
  settlement_declined: 'payment.settlement_failed',
  refund_failed: 'refund.failed',
  dispute_opened: 'dispute.opened',
  dispute_under_review: 'dispute.under_review',
  dispute_won: 'dispute.won',
  dispute_lost: 'dispute.lost',
  unused: 'card.expires',
};

describePaymentNotices({
  name: 'Acme Pay',
  async create() {
    let sentAt = 1_763_800_000;
    const signed = ({ kind, ...event }: ProviderEvent, secret: string) => {
      sentAt += 1;
      const { transaction_id, attempt_key, amount, happened_at } = event;
      const created = happened_at / 1_000;
      return signEvent(
        { type: types[kind], payment: transaction_id, key: attempt_key, amount, created },
        secret,
        sentAt,
      );
    };
    return {
      notices: createAcmeNotices('a-secret'),
      kinds: Object.keys(types).filter((kind): kind is PaymentNoticeKind => kind !== 'unused'),
      sign: async (event) => signed(event, 'a-secret'),
      forge: async (event) => signed(event, 'another-secret'),
      unsign: async (event) => ({
        ...signed(event, 'a-secret'),
        headers: { 'content-type': 'application/json' },
      }),
    };
  },
});
