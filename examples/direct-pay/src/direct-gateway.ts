import type { ChargeOutcome, FoundCharge, PageGateway } from 'meisterhand/ports';
import { z } from 'zod';
import {
  closedKey,
  createDirectApi,
  type DirectApiOptions,
  type DirectPayment,
  offer,
  payment,
  refund,
  refusal,
} from './direct-api.ts';

interface DirectGatewayOptions extends DirectApiOptions {
  /** Account at Direct Pay: letters, digits, `_` and `-`. Another account is another identity. */
  readonly account: string;
}

const unknown = { outcome: 'unknown' } as const;

/** Creates a gateway that opens payments on Direct Pay's page, looks up their outcome, ends and refunds them. */
export function createDirectGateway({ account, ...options }: DirectGatewayOptions): PageGateway {
  const call = createDirectApi(options);
  return {
    name: 'direct_pay',
    identity: `direct_pay/${account}`,
    pays_on: 'provider_page',
    async createClientToken({ amount, currency }) {
      const answer = await call('/methods', { amount, currency }, offer);
      return answer?.available === true ? 'available' : null;
    },
    async checkAccount() {
      const answer = await call('/methods', { amount: 1_000, currency: 'EUR' }, offer);
      if (answer === null) throw new Error('Direct Pay cannot be reached, or refuses the key.');
      if (!answer.available) throw new Error('Direct Pay does not take payments of 10 EUR.');
    },
    async charge(request) {
      const asked = {
        key: request.attempt_key,
        reference: request.order_code,
        amount: request.amount,
        currency: 'EUR',
        return_url: request.return_url,
        locale: request.locale,
        statement: request.statement_descriptor,
      };
      const answer = await call('/payments', asked, z.union([payment, closedKey]));
      if (answer === null) return unknown;
      // The shop has closed this attempt.
      if (answer.status === 'closed') return { outcome: 'declined', reason: 'EXPIRED', transaction_id: null };
      const outcome = outcomeOf(answer);
      return outcome.outcome === 'never_charged'
        ? { outcome: 'declined', reason: 'EXPIRED', transaction_id: answer.id }
        : outcome;
    },
    async findCharge(attemptKey) {
      // Closes a key that was never used, so that no late request can use it.
      const answer = await call('/keys/close', { key: attemptKey }, z.union([payment, closedKey]));
      if (answer === null) return unknown;
      return answer.status === 'closed' ? { outcome: 'never_charged' } : outcomeOf(answer);
    },
    async cancelAction(_attemptKey, id) {
      const answer = await call(`/payments/${encodeURIComponent(id)}/end`, {}, payment);
      return answer === null ? unknown : outcomeOf(answer);
    },
    async refund(id, amount, key) {
      const path = `/payments/${encodeURIComponent(id)}/refunds`;
      const answer = await call(path, { amount, key }, z.union([refund, refusal]));
      if (answer === null) return unknown;
      return 'id' in answer ? { outcome: 'refunded', refund_id: answer.id } : { outcome: 'refused' };
    },
  };
}

function outcomeOf(answer: DirectPayment): FoundCharge & (ChargeOutcome | { outcome: 'never_charged' }) {
  const { id: transaction_id, amount, page, currency } = answer;
  const declined = { outcome: 'declined', transaction_id } as const;
  switch (answer.status) {
    case 'open':
      return { outcome: 'requires_action', transaction_id, action: { kind: 'redirect', url: page } };
    case 'paid': {
      if (currency !== 'EUR') return unknown;
      const method = { kind: 'provider_page', brand: null, last_four: null, label: answer.method } as const;
      return { outcome: 'charged', transaction_id, amount, method, vault_token: null };
    }
    case 'pending':
      return { outcome: 'processing', transaction_id };
    case 'failed':
      return { ...declined, reason: 'PROCESSOR_DECLINED' };
    case 'cancelled':
      return { ...declined, reason: 'CANCELLED_BY_BUYER' };
    case 'expired':
      return { ...declined, reason: 'EXPIRED' };
    case 'ended':
      return { outcome: 'never_charged' };
  }
}
