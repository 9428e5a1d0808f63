import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cents } from 'meisterhand/model';
import type { PaymentNotice, PaymentNoticeKind, PaymentNotices, Webhook } from 'meisterhand/ports';
import { z } from 'zod';

/** Events that the shop uses, by Acme Pay's names. */
const kinds: Readonly<Record<string, PaymentNoticeKind>> = {
  'payment.settled': 'settled',
  'payment.settlement_failed': 'settlement_declined',
  'refund.failed': 'refund_failed',
  'dispute.opened': 'dispute_opened',
  'dispute.under_review': 'dispute_under_review',
  'dispute.won': 'dispute_won',
  'dispute.lost': 'dispute_lost',
};

const event = z.object({
  type: z.string(),
  payment: z.string(),
  key: z.string().nullable(),
  amount: z
    .int()
    .nonnegative()
    .transform((value) => value as Cents)
    .nullable(),
  /** In seconds since the epoch. */
  created: z.int(),
});

/** Maximum age of a signature in seconds: longer than a webhook takes to arrive, short enough to stop replays. */
const longestWay = 300;

/** Reads webhooks of Acme Pay. Their signature covers the time of sending and the body. */
export function createAcmeNotices(secret: string, now = () => Date.now()): PaymentNotices {
  return {
    provider: 'acme_pay',
    async read(webhook) {
      if (!isSigned(webhook, secret, now() / 1_000)) return { ok: false, error: { code: 'FORGED' } };
      const notice = readBody(webhook.body);
      return notice === 'unreadable'
        ? { ok: false, error: { code: 'UNREADABLE' } }
        : { ok: true, value: notice };
    },
  };
}

/** `now` is in seconds since the epoch. */
function isSigned({ headers, body }: Webhook, secret: string, now: number): boolean {
  const [, time, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers['acme-signature'] ?? '') ?? [];
  if (time === undefined || signature === undefined || Math.abs(now - Number(time)) > longestWay)
    return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

function readBody(body: Uint8Array): PaymentNotice | null | 'unreadable' {
  try {
    const { type, payment, key, amount, created } = event.parse(
      JSON.parse(Buffer.from(body).toString('utf8')),
    );
    const kind = kinds[type];
    if (kind === undefined) return null;
    return {
      key: `${kind}:${payment}`,
      kind,
      transaction_id: payment,
      attempt_key: key,
      amount,
      happened_at: created * 1_000,
    };
  } catch {
    return 'unreadable';
  }
}
