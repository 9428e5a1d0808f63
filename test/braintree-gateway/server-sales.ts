import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { decideCharge } from '#sandbox/src/gateway/charge-decision.ts';
import {
  type Fault,
  type GatewayState,
  type Instrument,
  type KeyUse,
  type StoredNonce,
  storeMethod,
  type ThreeDSecure,
  type Transaction,
} from './gateway-state.ts';
import { type Fields, type GatewayAnswer, inner, text, toCents } from './protocol.ts';
import { type Refusal, refusal, refused, showTransaction } from './server-responses.ts';

const nonceLifetime = 3 * 3_600_000;

/**
 * Performs the first request with an idempotency key, and handles later requests with the same key by
 * Braintree's rules (errors 915231 to 915234). Performs every request without a key.
 */
export async function withKey(
  state: GatewayState,
  fields: Fields,
  fault: Fault | null,
  work: (fields: Fields) => { readonly answer: GatewayAnswer; readonly made: string | null },
): Promise<GatewayAnswer> {
  const key = text(fields.api_request_key);
  if (key === null) {
    await pauseAtWork(fault);
    return work(fields).answer;
  }
  const refuse = (code: string, message: string) =>
    refused('transaction', [refusal(code, 'api_request_key', message)]);
  if (!state.settings.allows_request_keys) return refuse('915231', 'API request key is not allowed');
  const request = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
  const earlier = state.keys.get(key);
  if (earlier?.result.kind === 'running') return refuse('915233', 'A request with this key is in flight');
  if (earlier?.result.kind === 'failed') return refuse('915234', 'The request with this key has failed');
  if (earlier?.result.kind === 'made') {
    const made = state.transactions.get(earlier.result.id);
    if (made !== undefined && earlier.request === request) return showTransaction(state, 201, made);
    return refuse('915232', 'API request key can be reused only with the same request');
  }
  const use: KeyUse = { request, result: { kind: 'running' } };
  state.keys.set(key, use);
  await pauseAtWork(fault);
  const { answer, made } = work(fields);
  use.result = made === null ? { kind: 'failed' } : { kind: 'made', id: made };
  return answer;
}

async function pauseAtWork(fault: Fault | null): Promise<void> {
  if (fault?.kind === 'slow' && fault.phase === 'working') await pause(fault.milliseconds);
}

interface Source {
  readonly instrument: Instrument;
  readonly three_d_secure: ThreeDSecure | null;
  readonly nonce: StoredNonce | null;
  readonly token: string | null;
}

export function makeSale(
  state: GatewayState,
  sale: Fields,
  fault: Fault | null,
): { readonly answer: GatewayAnswer; readonly made: string | null } {
  const amount = toCents(text(sale.amount) ?? '');
  const customer_id = text(sale.customer_id);
  const source = findSource(state, sale, 'transaction');
  const refuse = (reason: Refusal) => ({ answer: refused('transaction', [reason]), made: null });
  if ('code' in source) return refuse(source);
  if (amount <= 0) return refuse(refusal('81531', 'amount', 'Amount must be greater than zero'));
  if (customer_id !== null && !state.customers.has(customer_id))
    return refuse(refusal('91510', 'customer_id', 'Customer ID is invalid'));
  if (source.nonce !== null) source.nonce.is_consumed = true;
  const options = inner(sale, 'options');
  const rejection_reason = rejects(source, options, fault);
  const { decision } = decideCharge(
    { card: source.instrument, verified_amount: amount, is_stored: source.nonce === null },
    amount,
  );
  const isDeclined = fault?.kind === 'decline' || decision === 'decline';
  const granted = fault?.kind === 'grant' ? fault : null;
  const status =
    rejection_reason !== null
      ? 'gateway_rejected'
      : isDeclined
        ? 'processor_declined'
        : (granted?.status ?? 'authorized');
  const isGranted = status === 'authorized';
  const keeps = options.store_in_vault_on_success === true && customer_id !== null && isGranted;
  const token = source.token ?? (keeps ? storeMethod(state, customer_id, source.instrument).token : null);
  const transaction = record(state, {
    type: 'sale',
    amount: granted?.cents ?? amount,
    order_id: text(sale.order_id),
    customer_id,
    instrument: source.instrument,
    token,
    three_d_secure: source.three_d_secure,
    has_device_data: text(sale.device_data) !== null,
    source: text(sale.transaction_source),
    descriptor: text(inner(sale, 'descriptor').name),
    refunded_transaction_id: null,
    rejection_reason,
    status,
  });
  return { answer: showTransaction(state, 201, transaction), made: transaction.id };
}

/**
 * Returns the reason for which the gateway rejects a sale, or null. 3-D Secure is required only for a nonce
 * of a card from a browser: renewals have no browser, and wallets have their own authentication.
 */
function rejects(
  { instrument, three_d_secure, nonce }: Source,
  options: Fields,
  fault: Fault | null,
): string | null {
  if (fault?.kind === 'reject') return fault.reason;
  const isRequired = inner(options, 'three_d_secure').required === true;
  if (!isRequired || nonce === null || instrument.kind !== 'credit_card') return null;
  const isRefused =
    three_d_secure === null || (three_d_secure.liability_shift_possible && !three_d_secure.liability_shifted);
  return isRefused ? 'three_d_secure' : null;
}

export function findSource(
  state: GatewayState,
  fields: Fields,
  subject: 'transaction' | 'payment_method',
): Source | Refusal {
  const codes =
    subject === 'transaction'
      ? { consumed: '91564', unknown: '91565' }
      : { consumed: '91731', unknown: '91732' };
  const token = text(fields.payment_method_token);
  if (token !== null) {
    const method = state.methods.get(token);
    if (method === undefined)
      return refusal('91518', 'payment_method_token', 'Payment method token is invalid');
    if (text(fields.customer_id) !== null && method.customer_id !== fields.customer_id)
      return refusal('91516', 'payment_method_token', 'Payment method does not belong to the customer');
    return { instrument: method.instrument, three_d_secure: null, nonce: null, token };
  }
  const nonce = state.nonces.get(text(fields.payment_method_nonce) ?? '');
  if (nonce === undefined)
    return refusal(codes.unknown, 'payment_method_nonce', 'Unknown payment_method_nonce');
  if (nonce.is_consumed || nonce.made_at + nonceLifetime <= Date.now())
    return refusal(
      codes.consumed,
      'payment_method_nonce',
      'Cannot use a payment_method_nonce more than once',
    );
  return { instrument: nonce.instrument, three_d_secure: nonce.three_d_secure, nonce, token: nonce.token };
}

/** Submits an authorized transaction for settlement. */
export function submitTransaction(state: GatewayState, transaction: Transaction): GatewayAnswer {
  if (transaction.status !== 'authorized')
    return refused('transaction', [
      refusal('91507', 'base', 'Cannot submit for settlement unless status is authorized'),
    ]);
  transaction.status = state.settings.settles_at_once ? 'settled' : 'submitted_for_settlement';
  return showTransaction(state, 200, transaction);
}

export function voidTransaction(state: GatewayState, transaction: Transaction): GatewayAnswer {
  if (transaction.status !== 'submitted_for_settlement' && transaction.status !== 'authorized')
    return refused('transaction', [
      refusal('91504', 'base', 'Transaction can only be voided before it settles'),
    ]);
  transaction.status = 'voided';
  return showTransaction(state, 200, transaction);
}

export function refundTransaction(
  state: GatewayState,
  sale: Transaction,
  fields: Fields,
  fault: Fault | null,
): { readonly answer: GatewayAnswer; readonly made: string | null } {
  const fail = (code: string, message: string) => ({
    answer: refused('transaction', [refusal(code, 'base', message)]),
    made: null,
  });
  if (sale.type === 'credit') return fail('91505', 'Cannot refund credit');
  if (sale.status === 'settling') return fail('91574', 'Cannot refund a settling transaction');
  if (sale.status !== 'settled') return fail('91506', 'Cannot refund transaction unless it is settled');
  const refunded = [...state.transactions.values()]
    .filter(({ refunded_transaction_id }) => refunded_transaction_id === sale.id)
    .filter(({ status }) => status !== 'processor_declined')
    .reduce((sum, { amount }) => sum + amount, 0);
  const amount = text(fields.amount) === null ? sale.amount - refunded : toCents(text(fields.amount) ?? '');
  if (refunded >= sale.amount) return fail('91512', 'Transaction has already been refunded');
  if (amount > sale.amount - refunded) return fail('91521', 'Refund amount is too large');
  const isDeclined = fault?.kind === 'decline';
  const refund = record(state, {
    ...sale,
    type: 'credit',
    amount,
    order_id: text(fields.order_id),
    refunded_transaction_id: sale.id,
    status: isDeclined ? 'processor_declined' : 'submitted_for_settlement',
  });
  if (isDeclined) return fail(fault.code ?? '915200', 'Refund authorization declined');
  return { answer: showTransaction(state, 201, refund), made: refund.id };
}

function record(state: GatewayState, transaction: Omit<Transaction, 'id' | 'created_at'>): Transaction {
  const made: Transaction = { ...transaction, id: randomBytes(4).toString('hex'), created_at: Date.now() };
  state.transactions.set(made.id, made);
  return made;
}
