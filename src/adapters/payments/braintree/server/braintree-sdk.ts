import braintree from 'braintree';
import { z } from 'zod';

/** Which Braintree, whose account, and with which keys (docs/braintree.md has the settings). */
export interface BraintreeAccount {
  readonly environment: 'sandbox' | 'production';
  readonly merchantId: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** Merchant account that settles in EUR; null: the default one. */
  readonly merchantAccountId: string | null;
  /** Address of another gateway that speaks Braintree's protocol, for trying things out; null: Braintree's own. */
  readonly gatewayUrl: string | null;
}

/**
 * The part of the vendor's SDK that the adapter uses. Its own types lag behind it and promise more than the wire does,
 * so every answer is `unknown` here and read by a schema. Calls reject when no answer came that says anything.
 */
export interface BraintreeSdk {
  readonly clientToken: { generate(wish: object): Promise<unknown> };
  readonly customer: { create(wish: object): Promise<unknown> };
  readonly paymentMethod: { create(wish: object): Promise<unknown> };
  readonly paymentMethodNonce: { find(nonce: string): Promise<unknown> };
  readonly transaction: {
    sale(wish: object): Promise<unknown>;
    find(id: string): Promise<unknown>;
    void(id: string): Promise<unknown>;
    refund(id: string, wish: object): Promise<unknown>;
    search(fill: (search: TransactionSearch) => void, answered: SearchAnswered): void;
  };
  readonly webhookNotification: { parse(signature: string, payload: string): Promise<unknown> };
}

interface TransactionSearch {
  orderId(): { is(orderId: string): void };
}

type SearchAnswered = (error: unknown, answer: { readonly ids?: readonly string[] } | null) => void;

/** `timeLimit`: milliseconds of silence after which the SDK gives a request up. */
export function createBraintreeSdk(account: BraintreeAccount, timeLimit: number): BraintreeSdk {
  const gateway = new braintree.BraintreeGateway({
    environment: environmentOf(account),
    merchantId: account.merchantId,
    publicKey: account.publicKey,
    privateKey: account.privateKey,
  });
  gateway.config.timeout = timeLimit;
  return gateway as unknown as BraintreeSdk;
}

function environmentOf({ environment, gatewayUrl }: BraintreeAccount): braintree.Environment {
  if (gatewayUrl !== null) {
    const { hostname, port, protocol } = new URL(gatewayUrl);
    const isSecure = protocol === 'https:';
    const usual = isSecure ? '443' : '80';
    return new braintree.Environment(hostname, port === '' ? usual : port, '', isSecure, '', '0');
  }
  const { Production, Sandbox } = braintree.Environment;
  return environment === 'production' ? Production : Sandbox;
}

/** What Braintree refuses, by its public code (the names are those of the SDK's list of validation errors). */
const refusalCodes = {
  customerDoesNotExist: ['92804'],
  customerIdTaken: ['91609'],
  nonceConsumed: ['91564', '91566', '91731', '91733', '93107', '93109', '92907', '92909', '93504', '93506'],
  nonceUnknown: ['91565', '91732', '93108', '92908', '93505'],
  /** A stored method that does not exist, or is somebody else's. */
  methodUnknown: ['91518', '91516', '91510', '91705'],
  keyNotAllowed: ['915231'],
  keyUsedOtherwise: ['915232'],
  keyInFlight: ['915233'],
  keyOfFailedRequest: ['915234'],
  alreadyRefunded: ['91512'],
  refundTooLarge: ['91521'],
} as const;

/** Braintree's answer to a call that creates or changes something. */
export interface BraintreeResponse {
  readonly isSuccess: boolean;
  /** Codes of what it refuses; empty when the bank declined. */
  readonly codes: readonly string[];
  /** What it says about the transaction, customer or method, to be read by a schema of its own. */
  readonly transaction: unknown;
  readonly paymentMethod: unknown;
  /** The bank was asked about the card and said no. */
  readonly isVerificationDeclined: boolean;
}

const succeeded = z.object({
  success: z.literal(true),
  transaction: z.unknown().optional(),
  paymentMethod: z.unknown().optional(),
});

const refused = z.object({
  success: z.literal(false),
  transaction: z.unknown().optional(),
  verification: z.object({ status: z.string() }).optional(),
  errors: z.custom<{ deepErrors(): readonly { readonly code: string }[] }>(
    (errors) => typeof (errors as { deepErrors?: unknown } | undefined)?.deepErrors === 'function',
  ),
});

/** @throws Error when it is no answer of Braintree's: nothing is known then. */
export function readResponse(answer: unknown): BraintreeResponse {
  const success = succeeded.safeParse(answer);
  if (success.success) {
    const { transaction, paymentMethod } = success.data;
    return { isSuccess: true, codes: [], transaction, paymentMethod, isVerificationDeclined: false };
  }
  const refusal = refused.parse(answer);
  return {
    isSuccess: false,
    codes: refusal.errors.deepErrors().map(({ code }) => code),
    transaction: refusal.transaction,
    paymentMethod: undefined,
    isVerificationDeclined: refusal.verification !== undefined,
  };
}

export function hasCode({ codes }: BraintreeResponse, name: keyof typeof refusalCodes): boolean {
  const wanted: readonly string[] = refusalCodes[name];
  return codes.some((code) => wanted.includes(code));
}

const thrown = z.object({ type: z.string() });

/** Whether the SDK has thrown Braintree's "there is no such thing". */
export function isNotFound(error: unknown): boolean {
  const parsed = thrown.safeParse(error);
  return parsed.success && parsed.data.type === 'notFoundError';
}
