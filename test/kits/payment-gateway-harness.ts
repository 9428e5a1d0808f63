import { expect } from 'vitest';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import type {
  CapturingGateway,
  ChargeOutcome,
  ChargeRequest,
  ClientTokenRequest,
  PaymentGateway,
} from '#ports/payment-gateway.ts';
import { required } from './run-kit.ts';
import { watchProcess } from './watch-process.ts';

/** The outcome that a nonce causes at the provider. */
export type NonceKind =
  /** Of a card whose last four digits begin with 0, if the provider has such a test card. */
  | 'accepted'
  | 'consumed'
  | 'unknown'
  /** The provider charges, but its response is lost. */
  | 'timeout_after_charge'
  /** The provider does not charge and does not respond. */
  | 'timeout_before_charge';

/** An adapter under test with access to its provider. */
export interface PaymentGatewayHarness {
  readonly gateway: PaymentGateway;
  /** Set if the gateway uses the shop's database, whose pool keeps a timer for each idle connection. */
  readonly usesDatabase?: true;
  /** Opens a second gateway on the same provider, as another process of the shop does. It shares no memory. */
  another(): Promise<PaymentGateway>;
  nonce(kind: NonceKind): Promise<string>;
  /**
   * Returns the cents that the provider has taken for an order, or for all orders with null. Refunds are not
   * subtracted.
   */
  taken(orderCode: string | null): Promise<number>;
  /**
   * Simulates the arrival of the buyer's money after a charge with the outcome `awaiting_payment`. Not
   * defined for providers that charge at once.
   */
  arrive?(attemptKey: string): Promise<void>;
  /** Acts as the buyer before a charge is granted. Only for providers on whose page buyers pay. */
  agree?(attemptKey: string): Promise<void>;
  /** Returns the cents that the provider has refunded for an order. */
  refunded(orderCode: string): Promise<number>;
  /** Makes the provider unreachable from now on. */
  cutOff(): Promise<void>;
  /** Longest time in milliseconds that a call of this adapter may take: 10,000 in production, less in tests. */
  readonly timeLimit: number;
  /** Makes the provider accept every request from now on without ever responding. */
  hang?(): Promise<void>;
  /** Makes the provider respond to every request from now on with a status and a body, and do nothing else. */
  answer?(status: number, body: string): Promise<void>;
  /**
   * Makes the provider begin a response to every request from now on and send a piece of it now and again, without end.
   */
  trickle?(): Promise<void>;
  /**
   * The payment method of every `accepted` nonce, or of payments on the page of the provider. Absent if the test system
   * does not report it.
   */
  readonly method?: PaymentMethodSummary;
  /** Returns how many requests to charge or to refund have arrived at the provider, whatever it responded. */
  moneyRequests?(): Promise<number>;
  /**
   * Fields that may be missing or null in correct responses: paths such as `payment.captured_at`, without positions in
   * lists. The kit does not remove them.
   */
  readonly mayBeMissing?: readonly string[];
  /** Returns what the gateway has written to its log. Not defined for a gateway without a log. */
  logged?(): Promise<string>;
  dispose(): Promise<void>;
}

/**
 * Fails when a gateway writes one of the secrets that `work` returns to the console, to an output of the process, into
 * a file or to its log: nonces, tokens, buyers.
 */
export async function expectSilent(
  { logged }: Pick<PaymentGatewayHarness, 'logged'>,
  work: () => Promise<readonly (string | null)[]>,
): Promise<void> {
  const { value, output, files } = await watchProcess(work);
  const written = `${output} ${files} ${(await logged?.()) ?? ''}`;
  for (const secret of value) if (secret !== null) expect(written).not.toContain(secret);
}

let orders = 0;

/**
 * Returns a request to charge 89.00 EUR in the first payment attempt of a new order. All requests of the kit are
 * frozen, because the shop may send a request again.
 */
export function requestFor(nonce: string, changes: Partial<ChargeRequest> = {}): ChargeRequest {
  orders += 1;
  return Object.freeze({
    attempt_key: `ORDER-${orders}/1`,
    order_code: `ORDER-${orders}`,
    amount: cents(8_900),
    payment_method_nonce: nonce,
    device_data: null,
    customer_id: null,
    save_payment_method: false,
    begins_series: false,
    return_url: 'https://shop.example/en/checkout/return/1',
    locale: 'en',
    statement_descriptor: null,
    ...changes,
  });
}

/** Returns the code of a new order whose attempt keys have 40 characters, the longest that the shop uses. */
export const longOrderCode = () => `${requestFor('').order_code}-`.padEnd(37, 'X');

/** Returns a request for a client token to pay an order of 89.00 EUR, for a customer or with null for a guest. */
export function tokenRequestFor(
  customerId: string | null,
  changes: Partial<ClientTokenRequest> = {},
): ClientTokenRequest {
  return Object.freeze({
    amount: cents(8_900),
    currency: 'EUR',
    order: { code: 'ORDER-0', email: 'karla@shop.example', begins_series: false },
    customer: customerId === null ? null : { id: customerId },
    ...changes,
  });
}

/** Returns whether a gateway authorises first and captures later. */
export function isCapturing(gateway: PaymentGateway): gateway is CapturingGateway {
  return 'capture' in gateway && gateway.capture !== undefined;
}

/** Returns the outcomes of a successful charge: without `capture` the money is taken with the charge. */
export const successOf = (gateway: PaymentGateway) =>
  isCapturing(gateway) ? /^(?:authorised|awaiting_payment)$/ : /^(?:charged|awaiting_payment)$/;

/**
 * Captures an authorised charge or lets awaited money arrive. Returns the new outcome of the payment attempt.
 */
export async function settled(harness: PaymentGatewayHarness, attemptKey: string) {
  const { gateway, arrive } = harness;
  const found = await gateway.findCharge(attemptKey);
  if (found.outcome === 'authorised') await captured(harness, found.transaction_id);
  else if (found.outcome === 'awaiting_payment' && arrive !== undefined) await arrive(attemptKey);
  else return found;
  return gateway.findCharge(attemptKey);
}

async function captured({ gateway }: PaymentGatewayHarness, transactionId: string): Promise<void> {
  if (!isCapturing(gateway)) throw new Error('A gateway without `capture` takes the money with the charge');
  expect(await gateway.capture(transactionId)).toEqual({ outcome: 'captured' });
}

/** Charges, then captures or lets awaited money arrive. Throws if the money was not taken. */
export async function charged(harness: PaymentGatewayHarness, request: ChargeRequest) {
  return success(harness, request, await harness.gateway.charge(request));
}

/**
 * Returns the outcome after the capture or the arrival of awaited money. Throws if the money was not taken.
 */
export async function success(
  harness: PaymentGatewayHarness,
  request: Pick<ChargeRequest, 'attempt_key'>,
  first: ChargeOutcome,
) {
  if (first.outcome === 'authorised') {
    await captured(harness, first.transaction_id);
    return { ...first, outcome: 'charged' as const };
  }
  if (first.outcome === 'requires_action') await harness.agree?.(request.attempt_key);
  const isOpen = first.outcome === 'awaiting_payment' || first.outcome === 'requires_action';
  const outcome = isOpen ? await settled(harness, request.attempt_key) : first;
  if (outcome.outcome !== 'charged') throw new Error(`Expected a charge, got ${JSON.stringify(outcome)}`);
  return outcome;
}

/** The body of an error that looks like a decline. */
export const misleadingBody = '{"message":"declined","error":{"code":"card_declined"}}';

/** Makes the provider hang. Returns what `work` returns; throws if that takes twice the time limit. */
export async function whileHanging<Value>(
  harness: Pick<PaymentGatewayHarness, 'hang' | 'timeLimit'>,
  work: () => Promise<Value>,
): Promise<Value> {
  await required(harness, 'hang')();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A call has no time limit')), harness.timeLimit * 2);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
