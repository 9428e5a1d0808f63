import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type CardFieldName, cardFieldNames } from '#core/rules/payments/card-fields.ts';
import type { TokenizeFailure, WalletFailure } from '#ports/card-tokenizer.ts';

/** Timeouts in milliseconds. The provider's own are a minute or more, and some of its calls never end. */
export interface BraintreeLimits {
  /** All of `mount`. */
  readonly mount: number;
  /** From the fields to a nonce. */
  readonly tokenize: number;
  /** From a nonce to the bank's decision, or to its challenge being shown. */
  readonly lookup: number;
  /** Until the shopper has finished the challenge. */
  readonly challenge: number;
  /** For each call of an express payment method, including the loading of its script. */
  readonly expressMethod: number;
  /** Until the saved cards are known; the list of express payment methods waits for them. */
  readonly savedCards: number;
  /** How long a nonce waits for device data. */
  readonly deviceData: number;
}

export const defaultLimits: BraintreeLimits = {
  mount: 20_000,
  tokenize: 30_000,
  lookup: 30_000,
  challenge: 10 * 60_000,
  expressMethod: 20_000,
  savedCards: 5_000,
  deviceData: 3_000,
};

export interface CallLimits {
  readonly window: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  /** In milliseconds. */
  readonly limit: number;
  /** Aborted when the fields are torn down. */
  readonly signal: AbortSignal;
}

/**
 * Calls the provider's code and waits at most `limit` milliseconds and only until a teardown. Errors, including
 * synchronous ones, become a failure of the port. A late result is passed to `discard`.
 */
export function callSdk<Value>(
  { window, limit, signal }: CallLimits,
  call: () => Promise<Value>,
  discard: (late: Value) => unknown = () => {},
): Promise<Result<Value, TokenizeFailure>> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (result: Result<Value, TokenizeFailure>) => {
      isOver = true;
      window.clearTimeout(timer);
      signal.removeEventListener('abort', tearDown);
      resolve(result);
    };
    const tearDown = () => end(err({ code: 'PROVIDER_ERROR' }));
    const timer = window.setTimeout(() => end(err({ code: 'TIMED_OUT' })), limit);
    if (signal.aborted) return tearDown();
    signal.addEventListener('abort', tearDown);
    new Promise<Value>((given) => given(call())).then(
      (value) => (isOver ? discard(value) : end(ok(value))),
      (error: unknown) => end(err(failureOf(error))),
    );
  });
}

/** Calls the provider's code and ignores failures, including synchronous throws; for cleanup. */
export function ignoreFailure(call: () => unknown): void {
  void new Promise((given) => given(call())).catch(() => {});
}

type PlainCode = Exclude<TokenizeFailure['code'], 'FIELDS_INVALID'>;

/**
 * The port's failure for each code of the provider. Errors may wrap others: the wrapper names only the failed step, so
 * its code counts only when the code of the inner error is not listed.
 */
const meanings = new Map<unknown, PlainCode>(
  Object.entries({
    CLIENT_AUTHORIZATION_INVALID: 'CLIENT_TOKEN_EXPIRED',
    CLIENT_AUTHORIZATION_INSUFFICIENT: 'PROVIDER_ERROR',
    CLIENT_RATE_LIMITED: 'RATE_LIMITED',
    CLIENT_GATEWAY_NETWORK: 'NETWORK',
    CLIENT_REQUEST_TIMEOUT: 'TIMED_OUT',
    HOSTED_FIELDS_FIELDS_EMPTY: 'FIELDS_EMPTY',
    HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR: 'NETWORK',
    HOSTED_FIELDS_TIMEOUT: 'TIMED_OUT',
    HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE: 'CARD_REFUSED',
    HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED: 'CARD_REFUSED',
    HOSTED_FIELDS_FAILED_TOKENIZATION: 'CARD_REFUSED',
    THREEDS_CARDINAL_SDK_CANCELED: 'VERIFICATION_CANCELLED',
    THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT: 'VERIFICATION_CANCELLED',
    THREEDS_CARDINAL_SDK_SCRIPT_LOAD_FAILED: 'NETWORK',
    THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT: 'TIMED_OUT',
    THREEDS_CARDINAL_SDK_RESPONSE_TIMEDOUT: 'TIMED_OUT',
    THREEDS_CARDINAL_SDK_ERROR: 'VERIFICATION_FAILED',
    THREEDS_JWT_AUTHENTICATION_FAILED: 'VERIFICATION_FAILED',
    THREEDS_LOOKUP_VALIDATION_ERROR: 'CARD_REFUSED',
    THREEDS_AUTHENTICATION_IN_PROGRESS: 'IN_PROGRESS',
  } as const),
);

/** Failures for unlisted codes, by the provider's type of error. */
const meaningsOfTypes = new Map<unknown, PlainCode>([
  ['CUSTOMER', 'CARD_REFUSED'],
  ['NETWORK', 'NETWORK'],
]);

interface SdkError {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly details?: { readonly originalError?: unknown; readonly invalidFieldKeys?: unknown } | null;
}

function isSdkError(error: unknown): error is SdkError {
  return typeof error === 'object' && error !== null;
}

/** The error and the errors it wraps, the innermost first. */
function chainOf(error: unknown): readonly SdkError[] {
  const chain: SdkError[] = [];
  for (let next = error; isSdkError(next) && chain.length < 10; next = next.details?.originalError) {
    chain.unshift(next);
  }
  return chain;
}

function invalidFields({ details }: SdkError): readonly CardFieldName[] {
  const keys = details?.invalidFieldKeys;
  return Array.isArray(keys) ? cardFieldNames.filter((name) => keys.includes(name)) : [];
}

/**
 * The port's failure for anything that the provider's code throws. The innermost listed code decides: an expired client
 * token, for example, is wrapped in an error about the card.
 */
export function failureOf(error: unknown): TokenizeFailure {
  const chain = chainOf(error);
  const wrong = chain.flatMap(invalidFields);
  if (wrong.length > 0) return { code: 'FIELDS_INVALID', fields: wrong };
  const known = chain.map(({ code }) => meanings.get(code)).find((meaning) => meaning !== undefined);
  return { code: known ?? meaningsOfTypes.get(chain.at(-1)?.type) ?? 'PROVIDER_ERROR' };
}

/** Codes that only wallets cause. */
const meaningsOfWallets = new Map<unknown, Exclude<WalletFailure['code'], 'FIELDS_INVALID'>>(
  Object.entries({
    PAYPAL_START_VAULT_INITIATED_CHECKOUT_CANCELED: 'WALLET_CANCELLED',
    PAYPAL_START_VAULT_INITIATED_CHECKOUT_POPUP_OPEN_FAILED: 'POPUP_BLOCKED',
    PAYPAL_START_VAULT_INITIATED_CHECKOUT_IN_PROGRESS: 'IN_PROGRESS',
  } as const),
);

/** The same for wallets, whose window can also be closed by the shopper or blocked by the browser. */
export function walletFailureOf(error: unknown): WalletFailure {
  const own = chainOf(error)
    .map(({ code }) => meaningsOfWallets.get(code))
    .find((meaning) => meaning !== undefined);
  return own === undefined ? failureOf(error) : { code: own };
}
