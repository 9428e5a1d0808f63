import { randomBytes, randomUUID } from 'node:crypto';
import type { CardBehaviour } from '#adapters/payments/sandbox/gateway/test-cards.ts';

/** What goes wrong with a request, as its test has ordered. */
export type Fault =
  /** Nothing is done; this status is answered (500, 503, 401, 429 …). */
  | { readonly kind: 'answer'; readonly status: number }
  /** The connection is cut before anything is done. */
  | { readonly kind: 'cut' }
  /** Everything is done, then the connection is cut: the answer is lost. */
  | { readonly kind: 'lost' }
  /** Nothing is done and nothing is answered until the client goes away. */
  | { readonly kind: 'hang' }
  /** Comes late: on its way here, while its key is in flight, or on the answer's way back. */
  | {
      readonly kind: 'slow';
      readonly milliseconds: number;
      readonly phase: 'arriving' | 'working' | 'answering';
    }
  /** A sale or verification that the bank refuses. */
  | { readonly kind: 'decline' }
  /** A sale that the gateway itself refuses, for a reason of Braintree's (`fraud`, `cvv`, `three_d_secure` …). */
  | { readonly kind: 'reject'; readonly reason: string }
  /** The browser's authorization has run out. */
  | { readonly kind: 'expired_token' };

/** A fault and the requests it is for. */
export interface FaultOrder {
  /** Name of the call, for example `server.transactions.create`; `*` is any. */
  readonly operation: string;
  readonly fault: Fault;
  /** How many requests it hits; once when not given. */
  readonly times?: number;
}

/** The faults that a test has ordered, in the order in which they come. */
export interface FaultScript {
  order(...orders: readonly FaultOrder[]): void;
  /** The fault of this request, used up with it. */
  take(operation: string): Fault | null;
  clear(): void;
}

function createFaultScript(): FaultScript {
  const waiting: { operation: string; fault: Fault; times: number }[] = [];
  return {
    order(...orders) {
      waiting.push(...orders.map(({ times = 1, ...rest }) => ({ ...rest, times })));
    },
    take(operation) {
      const found = waiting.find((order) => order.operation === '*' || order.operation === operation);
      if (found === undefined) return null;
      found.times -= 1;
      if (found.times <= 0) waiting.splice(waiting.indexOf(found), 1);
      return found.fault;
    },
    clear() {
      waiting.length = 0;
    },
  };
}

/** What pays. Never a whole card number: only what may be shown, and how the bank will answer. */
export interface Instrument {
  readonly kind: 'credit_card' | 'paypal_account' | 'android_pay_card' | 'apple_pay_card';
  /** As Braintree writes it (`Visa`, `MasterCard`, `American Express` …); null for PayPal. */
  readonly card_type: string | null;
  readonly bin: string;
  readonly last_four: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  readonly cardholder_name: string | null;
  /** Of a PayPal account. */
  readonly email: string | null;
  /** What its bank does with it: the test cards of the sandbox gateway behave the same here. */
  readonly behaviour: CardBehaviour;
  /** Whether its bank takes part in 3-D Secure. */
  readonly is_enrolled: boolean;
}

/** What 3-D Secure found out; null: it was never asked. */
export interface ThreeDSecure {
  readonly status:
    | 'authenticate_successful'
    | 'authenticate_failed'
    | 'challenge_cancelled'
    | 'lookup_not_enrolled';
  readonly liability_shifted: boolean;
  readonly liability_shift_possible: boolean;
}

export interface StoredNonce {
  readonly nonce: string;
  readonly instrument: Instrument;
  readonly three_d_secure: ThreeDSecure | null;
  /** Stands for this stored payment method. */
  readonly token: string | null;
  readonly made_at: number;
  /** What happens to the request that uses it. */
  readonly fault: Fault | null;
  is_consumed: boolean;
}

export interface StoredMethod {
  readonly token: string;
  readonly customer_id: string;
  readonly instrument: Instrument;
}

export interface Transaction {
  readonly id: string;
  readonly type: 'sale' | 'credit';
  /** Cents. */
  readonly amount: number;
  readonly order_id: string | null;
  readonly customer_id: string | null;
  readonly instrument: Instrument;
  readonly token: string | null;
  readonly three_d_secure: ThreeDSecure | null;
  readonly has_device_data: boolean;
  readonly source: string | null;
  readonly refunded_transaction_id: string | null;
  readonly rejection_reason: string | null;
  readonly created_at: number;
  status: TransactionStatus;
}

type TransactionStatus =
  | 'authorized'
  | 'submitted_for_settlement'
  | 'settling'
  | 'settled'
  | 'voided'
  | 'processor_declined'
  | 'gateway_rejected';

/** A client token that was given out; its fingerprint is what the browser shows. */
interface IssuedToken {
  readonly customer_id: string | null;
  readonly expires_at: number;
}

/** What became of the first request under an idempotency key. */
export interface KeyUse {
  readonly request: string;
  result:
    | { readonly kind: 'running' }
    | { readonly kind: 'made'; readonly id: string }
    | { readonly kind: 'failed' };
}

/** Everything the simulated gateway knows; one per test. */
export interface GatewayState {
  readonly merchant_id: string;
  readonly public_key: string;
  readonly private_key: string;
  readonly faults: FaultScript;
  readonly nonces: Map<string, StoredNonce>;
  readonly customers: Set<string>;
  readonly methods: Map<string, StoredMethod>;
  readonly transactions: Map<string, Transaction>;
  readonly tokens: Map<string, IssuedToken>;
  readonly keys: Map<string, KeyUse>;
  /** Operations in the order in which they arrived. */
  readonly asked: string[];
  readonly settings: {
    /** Whether this merchant may use idempotency keys (else error 915231). */
    allows_request_keys: boolean;
    /** Sales settle at once, so that parts of them can be given back. */
    settles_at_once: boolean;
    /** What the merchant account settles in. */
    currency: string;
    /** Seconds a client token lives. */
    token_lifetime: number;
    /** How long a new transaction is not found by searches yet, in milliseconds. */
    search_lag: number;
  };
}

export function createGatewayState(): GatewayState {
  return {
    merchant_id: 'meisterhand_test',
    public_key: 'test_public_key',
    private_key: randomBytes(16).toString('hex'),
    faults: createFaultScript(),
    nonces: new Map(),
    customers: new Set(),
    methods: new Map(),
    transactions: new Map(),
    tokens: new Map(),
    keys: new Map(),
    asked: [],
    settings: {
      allows_request_keys: true,
      settles_at_once: false,
      currency: 'EUR',
      token_lifetime: 86_400,
      search_lag: 0,
    },
  };
}

interface NonceOptions {
  readonly instrument: Instrument;
  readonly three_d_secure?: ThreeDSecure | null;
  readonly token?: string | null;
  readonly fault?: Fault | null;
}

/** Makes a nonce as tokenizing, a passed challenge or a stored card does. It works once and for three hours. */
export function makeNonce(state: GatewayState, options: NonceOptions): StoredNonce {
  const { instrument, three_d_secure = null, token = null, fault = faultOf(instrument) } = options;
  const made: StoredNonce = {
    nonce: `tokencc_${randomUUID()}`,
    instrument,
    three_d_secure,
    token,
    fault,
    made_at: Date.now(),
    is_consumed: false,
  };
  state.nonces.set(made.nonce, made);
  return made;
}

/** What the card does to the request that charges it. */
function faultOf({ behaviour }: Instrument): Fault | null {
  if (behaviour === 'timeout_after_charge') return { kind: 'lost' };
  return behaviour === 'timeout_before_charge' ? { kind: 'cut' } : null;
}

/** Keeps a payment method for a customer. */
export function storeMethod(state: GatewayState, customer_id: string, instrument: Instrument): StoredMethod {
  const method: StoredMethod = { token: randomBytes(4).toString('hex'), customer_id, instrument };
  state.methods.set(method.token, method);
  return method;
}

/** A Visa card that ends in 1111, unless told otherwise. */
export function testCard(changes: Partial<Instrument> = {}): Instrument {
  return {
    kind: 'credit_card',
    card_type: 'Visa',
    bin: '411111',
    last_four: '1111',
    expiration_month: '12',
    expiration_year: '2030',
    cardholder_name: 'Johanna Brandt',
    email: null,
    behaviour: 'accepted',
    is_enrolled: true,
    ...changes,
  };
}

/** 3-D Secure was passed. */
export const passedThreeDSecure: ThreeDSecure = {
  status: 'authenticate_successful',
  liability_shifted: true,
  liability_shift_possible: true,
};

/** Cents that the gateway took for an order, refunds not counted and voids taken off. */
export function takenFor(state: GatewayState, isOrder: (orderId: string) => boolean): number {
  return [...state.transactions.values()]
    .filter(({ type, status, order_id }) => type === 'sale' && isTaken(status) && isOrder(order_id ?? ''))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether a sale in this state takes money. */
export function isTaken(status: TransactionStatus): boolean {
  return status === 'submitted_for_settlement' || status === 'settling' || status === 'settled';
}

/** What the bank's night brings: everything that was submitted is settled. */
export function settleAll(state: GatewayState): void {
  for (const transaction of state.transactions.values()) {
    if (transaction.status === 'submitted_for_settlement' || transaction.status === 'settling')
      transaction.status = 'settled';
  }
}
