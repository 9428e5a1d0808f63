import { randomBytes, randomUUID } from 'node:crypto';
import type { CardBehaviour } from '#sandbox/src/gateway/test-cards.ts';

/** A fault of one request, as configured by a test. */
export type Fault =
  /** Returns this status (500, 503, 401, 429 …) without any effect; `body` is JSON, default: `{}`. */
  | { readonly kind: 'answer'; readonly status: number; readonly body?: string }
  /** Cuts the connection without any effect. */
  | { readonly kind: 'cut' }
  /** Performs the request, then cuts the connection: the response is lost. */
  | { readonly kind: 'lost' }
  /** Has no effect and sends no response until the client disconnects. */
  | { readonly kind: 'hang' }
  /** Has no effect and sends a response of spaces, without end. */
  | { readonly kind: 'trickle' }
  /** Delays the request before it arrives, while its idempotency key is in use, or before the response is sent. */
  | {
      readonly kind: 'slow';
      readonly milliseconds: number;
      readonly phase: 'arriving' | 'working' | 'answering';
    }
  /** The bank declines the sale, verification or refund; `code` is the error code of a refund, default: 915200. */
  | { readonly kind: 'decline'; readonly code?: string }
  /** The gateway itself rejects the sale for one of Braintree's reasons (`fraud`, `cvv`, `three_d_secure` …). */
  | { readonly kind: 'reject'; readonly reason: string }
  /** The bank grants another amount than the sale's (in cents), or the sale has another status than `authorized`. */
  | { readonly kind: 'grant'; readonly cents?: number; readonly status?: 'authorizing' }
  /** The browser's client token counts as expired. */
  | { readonly kind: 'expired_token' };

/** A fault and the requests that it affects. */
export interface FaultOrder {
  /** Name of the call, such as `server.transactions.create`; `*` matches any call. */
  readonly operation: string;
  readonly fault: Fault;
  /** Number of requests that it affects; default: 1. */
  readonly times?: number;
}

/** The faults that a test has added with `order`. Those of one call take effect in the order of their addition. */
export interface FaultScript {
  order(...orders: readonly FaultOrder[]): void;
  /** Returns the fault for a request of this operation and counts it as used; null when no fault applies. */
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

/** A payment method. It contains no whole card number, only displayable data and the bank's behaviour. */
export interface Instrument {
  readonly kind: 'credit_card' | 'paypal_account' | 'android_pay_card' | 'apple_pay_card';
  /** Braintree's name of the card type (`Visa`, `MasterCard`, `American Express` …); null for PayPal. */
  readonly card_type: string | null;
  readonly bin: string;
  readonly last_four: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  readonly cardholder_name: string | null;
  /** E-mail address of a PayPal account; null for cards. */
  readonly email: string | null;
  /** The bank's behaviour. The test cards of the sandbox gateway have the same behaviour here. */
  readonly behaviour: CardBehaviour;
  /** Whether the bank supports 3-D Secure for this card. */
  readonly is_enrolled: boolean;
}

/** Result of the 3-D Secure check. */
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
  /** Token of the stored payment method that the nonce represents, or null. */
  readonly token: string | null;
  readonly made_at: number;
  /** Fault of the request that uses the nonce. */
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
  /** Name on the cardholder's statement; null: the merchant account's own. */
  readonly descriptor: string | null;
  readonly refunded_transaction_id: string | null;
  readonly rejection_reason: string | null;
  readonly created_at: number;
  status: TransactionStatus;
}

type TransactionStatus =
  | 'authorizing'
  | 'authorized'
  | 'submitted_for_settlement'
  | 'settling'
  | 'settled'
  | 'voided'
  | 'processor_declined'
  | 'gateway_rejected';

/** An issued client token. Browsers identify themselves with its fingerprint. */
interface IssuedToken {
  readonly customer_id: string | null;
  readonly expires_at: number;
}

/** The first request with an idempotency key, and its result. */
export interface KeyUse {
  readonly request: string;
  result:
    | { readonly kind: 'running' }
    | { readonly kind: 'made'; readonly id: string }
    | { readonly kind: 'failed' };
}

/** The whole state of a simulated gateway. Each test creates its own. */
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
  /** Device data of the sales and stored payment methods, in the order of arrival. */
  readonly device_data: string[];
  /** Names of the requested operations in the order of arrival. */
  readonly asked: string[];
  readonly settings: {
    /** Whether this merchant may use idempotency keys; if not, requests with a key return error 915231. */
    allows_request_keys: boolean;
    /** Whether the merchant account has 3-D Secure; without it, sales that require it are rejected. */
    three_d_secure: boolean;
    /** Whether sales settle at once, so that they can be refunded in part. */
    settles_at_once: boolean;
    /** Settlement currency of the merchant account. */
    currency: string;
    /** Lifetime of a client token in seconds. */
    token_lifetime: number;
    /** Milliseconds until a new transaction is found by searches. */
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
    device_data: [],
    asked: [],
    settings: {
      allows_request_keys: true,
      three_d_secure: true,
      settles_at_once: false,
      currency: 'EUR',
      token_lifetime: 86_400,
      search_lag: 0,
    },
  };
}

/** Returns the environment variables of a shop with this account, at the gateway with this URL. */
export function braintreeEnvironment(
  { merchant_id, public_key, private_key }: Pick<GatewayState, 'merchant_id' | 'public_key' | 'private_key'>,
  gatewayUrl: string,
) {
  return {
    PAYMENT_MODULES: 'braintree',
    BRAINTREE_ENVIRONMENT: 'sandbox',
    BRAINTREE_MERCHANT_ID: merchant_id,
    BRAINTREE_PUBLIC_KEY: public_key,
    BRAINTREE_PRIVATE_KEY: private_key,
    BRAINTREE_GATEWAY_URL: gatewayUrl,
  };
}

interface NonceOptions {
  readonly instrument: Instrument;
  readonly three_d_secure?: ThreeDSecure | null;
  readonly token?: string | null;
  readonly fault?: Fault | null;
}

/** Creates a nonce, as tokenization, a passed challenge or a stored card does. It is valid once, within three hours. */
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

/** Returns the fault that a test card causes in the request that charges it, or null. */
function faultOf({ behaviour }: Instrument): Fault | null {
  if (behaviour === 'timeout_after_charge') return { kind: 'lost' };
  return behaviour === 'timeout_before_charge' ? { kind: 'cut' } : null;
}

/** Stores a payment method for a customer. */
export function storeMethod(state: GatewayState, customer_id: string, instrument: Instrument): StoredMethod {
  const method: StoredMethod = { token: randomBytes(4).toString('hex'), customer_id, instrument };
  state.methods.set(method.token, method);
  return method;
}

/** Creates a Visa card ending in 1111; `changes` replaces fields. */
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

/** The result of a passed 3-D Secure check. */
export const passedThreeDSecure: ThreeDSecure = {
  status: 'authenticate_successful',
  liability_shifted: true,
  liability_shift_possible: true,
};

/** Returns the charged amount of matching orders in cents, without voided sales and before refunds. */
export function takenFor(state: GatewayState, isOrder: (orderId: string) => boolean): number {
  return [...state.transactions.values()]
    .filter(({ type, status, order_id }) => type === 'sale' && isTaken(status) && isOrder(order_id ?? ''))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns whether a sale in this state charges the shopper. */
export function isTaken(status: TransactionStatus): boolean {
  return status === 'submitted_for_settlement' || status === 'settling' || status === 'settled';
}

/** Settles all submitted transactions, as Braintree does every night. */
export function settleAll(state: GatewayState): void {
  for (const transaction of state.transactions.values()) {
    if (transaction.status === 'submitted_for_settlement' || transaction.status === 'settling')
      transaction.status = 'settled';
  }
}
