import type { PaymentNotices } from 'meisterhand/ports';

/**
 * Reads webhooks of Direct Pay: `id=<payment>`, without a signature. They are not trusted: the shop asks the gateway
 * for the outcome of the payment.
 */
export function createDirectNotices(): PaymentNotices {
  return {
    provider: 'direct_pay',
    async read({ body }) {
      const text = body.length > 200 ? '' : Buffer.from(body).toString('utf8');
      const id = /^id=(dp_[A-Za-z0-9_-]{1,60})$/.exec(text)?.[1];
      if (id === undefined) return { ok: false, error: { code: 'UNREADABLE' } };
      return { ok: true, value: { kind: 'ask_again', transaction_id: id } };
    },
  };
}
