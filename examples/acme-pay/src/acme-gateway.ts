import type { PaymentAction } from 'meisterhand/model';
import type {
  CaptureOutcome,
  CardGateway,
  ChargeOutcome,
  DeclineReason,
  FoundCharge,
  ReleaseOutcome,
  StoredChargeOutcome,
} from 'meisterhand/ports';
import { z } from 'zod';
import {
  type AcmeApiOptions,
  type AcmeCall,
  type AcmePayment,
  closedKey,
  createAcmeApi,
  payment,
  refund,
  refusal,
  refusedCard,
  session,
  storedCard,
} from './acme-api.ts';

interface AcmeGatewayOptions extends AcmeApiOptions {
  /** Account at Acme Pay: letters, digits, `_` and `-`. Another account is another identity. */
  readonly account: string;
}

const unknown = { outcome: 'unknown' } as const;

/** Creates the server half: charges and stores cards; captures, releases and refunds payments. */
export function createAcmeGateway({ account, ...options }: AcmeGatewayOptions): CardGateway {
  const call = createAcmeApi(options);
  const pay = async (body: object): Promise<ChargeOutcome> => {
    const answer = await call('/payments', body, z.union([payment, closedKey]));
    if (answer === null) return unknown;
    // The shop has closed this attempt; for the buyer it is like a used card.
    if (answer.status === 'closed')
      return { outcome: 'declined', reason: 'NONCE_CONSUMED', transaction_id: null };
    return settled(call, answer);
  };
  return {
    name: 'acme_pay',
    identity: `acme_pay/${account}`,
    checkAccount: async () => {},
    offersCards: () => true,
    async createClientToken({ amount, currency, customer }) {
      const asked = { amount, currency, customer: customer?.id ?? null };
      return (await call('/sessions', asked, session))?.client_token ?? null;
    },
    charge: (request) =>
      pay({
        key: request.attempt_key,
        reference: request.order_code,
        amount: request.amount,
        currency: 'EUR',
        token: request.payment_method_nonce,
        device: request.device_data,
        customer: request.customer_id,
        store: request.save_payment_method && request.customer_id !== null,
        return_url: request.return_url,
        locale: request.locale,
        statement: request.statement_descriptor,
        series: request.begins_series,
      }),
    chargeStored: async (request) =>
      withoutBuyer(
        await pay({
          key: request.attempt_key,
          reference: request.order_code,
          amount: request.amount,
          currency: 'EUR',
          stored_card: request.vault_token,
          customer: request.customer_id,
        }),
      ),
    findCharge: (attemptKey) => find(call, attemptKey),
    async cancelAction(_attemptKey, id) {
      const answer = await call(`/payments/${encodeURIComponent(id)}/cancel_action`, {}, payment);
      return answer === null ? unknown : settled(call, answer);
    },
    capture: (id) => end<CaptureOutcome>(call, `/payments/${encodeURIComponent(id)}/capture`, 'captured'),
    release: (id) => end<ReleaseOutcome>(call, `/payments/${encodeURIComponent(id)}/void`, 'released'),
    async refund(id, amount, key) {
      const path = `/payments/${encodeURIComponent(id)}/refunds`;
      const answer = await call(path, { amount, key }, z.union([refund, refusal]));
      if (answer === null) return unknown;
      return 'id' in answer ? { outcome: 'refunded', refund_id: answer.id } : { outcome: 'refused' };
    },
    async vault({ payment_method_nonce, customer_id, device_data }) {
      const asked = { token: payment_method_nonce, customer: customer_id, device: device_data };
      const answer = await call('/stored_cards', asked, z.union([storedCard, refusedCard]));
      if (answer === null) return unknown;
      if ('decline_code' in answer) return { outcome: 'declined', reason: reasonOf(answer.decline_code) };
      return {
        outcome: 'vaulted',
        vault_token: answer.stored_card,
        method: { kind: 'card', ...answer.card },
      };
    },
  };
}

/** Looks up a payment by its key. Closes a key that was never used, so that no late request can use it. */
async function find(call: AcmeCall, key: string): Promise<FoundCharge> {
  const answer = await call('/keys/close', { key }, z.union([payment, closedKey]));
  if (answer === null) return unknown;
  return answer.status === 'closed' ? { outcome: 'never_charged' } : settled(call, answer);
}

/** Converts the outcome of a stored card: its owner is absent and cannot do anything at the bank. */
function withoutBuyer(outcome: ChargeOutcome): StoredChargeOutcome {
  // Acme Pay decides about cards at once; for anything else the shop asks again.
  if (outcome.outcome === 'processing') return unknown;
  if (outcome.outcome !== 'requires_action') return outcome;
  return { outcome: 'declined', reason: 'VERIFICATION_REQUIRED', transaction_id: outcome.transaction_id };
}

/** Captures or voids a payment. A refusal means that nothing was or will be taken, or that everything was. */
async function end<Outcome extends CaptureOutcome | ReleaseOutcome>(
  call: AcmeCall,
  path: string,
  done: Outcome['outcome'],
): Promise<Outcome> {
  const answer = await call(path, {}, z.union([payment, refusal]));
  const outcome = answer === null ? 'unknown' : 'code' in answer ? 'refused' : done;
  return { outcome } as Outcome;
}

/** Returns the outcome of a payment; voids a payment in a currency other than EUR. */
async function settled(call: AcmeCall, answer: AcmePayment): Promise<Extract<ChargeOutcome, FoundCharge>> {
  if (answer.status !== 'authorised' || answer.currency === 'EUR') return outcomeOf(answer);
  const released = await call(`/payments/${encodeURIComponent(answer.id)}/void`, {}, payment);
  return released === null ? unknown : outcomeOf(released);
}

function outcomeOf(answer: AcmePayment): Extract<ChargeOutcome, FoundCharge> {
  const { id: transaction_id, status, amount, card, stored_card } = answer;
  switch (status) {
    case 'authorised':
    case 'captured': {
      if (card === null || answer.currency !== 'EUR') return unknown;
      const outcome = status === 'captured' ? 'charged' : 'authorised';
      return { outcome, transaction_id, amount, method: { kind: 'card', ...card }, vault_token: stored_card };
    }
    case 'requires_action':
      return answer.action === null
        ? unknown
        : { outcome: status, transaction_id, action: actionOf(answer.action) };
    case 'declined': {
      const code = answer.decline_code ?? 'no code';
      const metadata = { decline_code: code };
      return { outcome: 'declined', reason: reasonOf(code), transaction_id, metadata };
    }
    case 'voided':
      return { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id };
    default:
      return unknown;
  }
}

/** Converts an action: a redirect to the bank's page, or its URL for the browser half's dialog. */
function actionOf({ type, url }: NonNullable<AcmePayment['action']>): PaymentAction {
  return type === 'redirect' ? { kind: 'redirect', url } : { kind: 'in_page', data: url };
}

const reasons: Readonly<Record<string, DeclineReason>> = {
  fraud: 'GATEWAY_REJECTED_FRAUD',
  token_used: 'NONCE_CONSUMED',
  token_unknown: 'NONCE_UNKNOWN',
  authentication_required: 'VERIFICATION_REQUIRED',
  cancelled_by_buyer: 'CANCELLED_BY_BUYER',
};

function reasonOf(code: string): DeclineReason {
  return reasons[code] ?? 'PROCESSOR_DECLINED';
}
