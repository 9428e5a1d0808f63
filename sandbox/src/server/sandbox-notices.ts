import type { PaymentNotice, PaymentNoticeKind, PaymentNotices } from 'meisterhand/ports';
import { err, ok } from '../result.ts';
import { isSigned, noticeBody } from '../signed-notice.ts';

/** The notice kinds that the shop uses; the sandbox has the same names. */
const kinds: readonly PaymentNoticeKind[] = [
  'settled',
  'settlement_declined',
  'refund_failed',
  'dispute_opened',
  'dispute_under_review',
  'dispute_won',
  'dispute_lost',
];

/**
 * The webhooks of the sandbox (sandbox/README.md#webhooks), signed with the secret that it shares with the
 * shop.
 */
export function createSandboxNotices(secret: string): PaymentNotices {
  return {
    provider: 'sandbox',
    async read(webhook) {
      if (!isSigned(webhook, secret)) return err({ code: 'FORGED' });
      const notice = readBody(webhook.body);
      return notice === 'unreadable' ? err({ code: 'UNREADABLE' }) : ok(notice);
    },
  };
}

function readBody(body: Uint8Array): PaymentNotice | null | 'unreadable' {
  try {
    const { kind: reported, ...notice } = noticeBody.parse(JSON.parse(Buffer.from(body).toString('utf8')));
    const kind = kinds.find((one) => one === reported);
    if (kind === undefined) return null;
    const key = `${kind}:${notice.transaction_id}`;
    return { key, kind, ...notice };
  } catch {
    return 'unreadable';
  }
}
