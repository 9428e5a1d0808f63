import { z } from 'zod';
import { err, ok } from '#core/rules/basics/result.ts';
import type { PaymentNotice, PaymentNoticeKind, PaymentNotices } from '#ports/payment-notices.ts';
import { type BraintreeAccount, createBraintreeSdk, errorType } from './braintree-sdk.ts';
import { centsOf } from './transactions.ts';

const amountText = z.string().regex(/^\d+(?:\.\d{1,2})?$/);

const transactionSubject = z.object({
  transaction: z.object({
    id: z.string().min(1),
    type: z.string().nullish(),
    orderId: z.string().nullish(),
    amount: amountText,
  }),
});

const disputeSubject = z.object({
  dispute: z.object({
    id: z.string().min(1),
    amountDisputed: amountText.nullish(),
    transaction: z.object({ id: z.string().min(1), orderId: z.string().nullish() }),
  }),
});

const notification = z.object({
  kind: z.string(),
  timestamp: z.string().transform((text) => new Date(text).getTime()),
  subject: z.unknown(),
});

/** Notice kinds by Braintree's kind. A dispute that the shop accepts without contesting counts as lost. */
const kinds: Readonly<Record<string, PaymentNoticeKind>> = {
  transaction_settled: 'settled',
  transaction_settlement_declined: 'settlement_declined',
  refund_failed: 'refund_failed',
  dispute_opened: 'dispute_opened',
  dispute_disputed: 'dispute_under_review',
  dispute_under_review: 'dispute_under_review',
  dispute_won: 'dispute_won',
  dispute_lost: 'dispute_lost',
  dispute_accepted: 'dispute_lost',
  dispute_auto_accepted: 'dispute_lost',
  dispute_expired: 'dispute_lost',
};

const forged = err({ code: 'FORGED' } as const);
const unreadable = err({ code: 'UNREADABLE' } as const);

/** Reads Braintree's webhooks: forms with a payload and a signature, which the vendor's SDK verifies first. */
export function createBraintreeNotices(account: BraintreeAccount): PaymentNotices {
  const sdk = createBraintreeSdk(account, 0);
  return {
    provider: 'braintree',
    async read({ body }) {
      const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
      const signature = form.get('bt_signature');
      const payload = form.get('bt_payload');
      if (signature === null || payload === null) return unreadable;
      try {
        return ok(readNotification(await sdk.webhookNotification.parse(signature, payload)));
      } catch (error) {
        return errorType(error) === 'invalidSignatureError' ? forged : unreadable;
      }
    },
  };
}

/** @throws ZodError when a notification of a used kind has an unknown form. */
function readNotification(parsed: unknown): PaymentNotice | null {
  const { kind: reported, timestamp, subject } = notification.parse(parsed);
  const kind = kinds[reported];
  if (kind === undefined) return null;
  return kind.startsWith('dispute')
    ? readDispute(kind, timestamp, subject)
    : readSale(kind, timestamp, subject);
}

function readDispute(kind: PaymentNoticeKind, happened_at: number, subject: unknown): PaymentNotice {
  const { dispute } = disputeSubject.parse(subject);
  return {
    key: `${kind}:${dispute.id}`,
    kind,
    transaction_id: dispute.transaction.id,
    attempt_key: dispute.transaction.orderId || null,
    amount: dispute.amountDisputed ? centsOf(dispute.amountDisputed) : null,
    happened_at,
  };
}

/** Reads a notice of a sale or refund. Settled refunds are ignored, only failed ones are reported. */
function readSale(kind: PaymentNoticeKind, happened_at: number, subject: unknown): PaymentNotice | null {
  const { transaction } = transactionSubject.parse(subject);
  if (kind !== 'refund_failed' && transaction.type === 'credit') return null;
  return {
    key: `${kind}:${transaction.id}`,
    kind,
    transaction_id: transaction.id,
    // A refund's order id is its refund key.
    attempt_key: kind === 'refund_failed' ? null : transaction.orderId || null,
    amount: centsOf(transaction.amount),
    happened_at,
  };
}
