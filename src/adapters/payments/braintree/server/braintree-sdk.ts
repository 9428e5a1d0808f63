import braintree from 'braintree';
import { z } from 'zod';
import { patchSdkRequests } from './sdk-requests.ts';

/** A Braintree account with its keys and environment (settings: docs/braintree.md). */
export interface BraintreeAccount {
  readonly environment: 'sandbox' | 'production';
  readonly merchantId: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** Merchant account that settles in EUR; null: the default one. */
  readonly merchantAccountId: string | null;
  /** Whether cards are charged without 3-D Secure while the merchant account has none. */
  readonly allowsCardsWithout3DSecure: boolean;
  /** Text on cardholders' statements. Null for the text of the merchant account. */
  readonly descriptor: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly url: string | null;
  };
  /** URL of another gateway with Braintree's protocol, for tests. Null for Braintree's own. */
  readonly gatewayUrl: string | null;
}

/**
 * The part of the vendor's SDK that the adapter uses. The SDK's own types are outdated, so every response is `unknown`
 * here and parsed by a schema. Calls reject without a usable response.
 */
export interface BraintreeSdk {
  readonly clientToken: { generate(options: object): Promise<unknown> };
  readonly customer: { create(options: object): Promise<unknown> };
  readonly paymentMethod: { create(options: object): Promise<unknown> };
  readonly paymentMethodNonce: { find(nonce: string): Promise<unknown> };
  readonly transaction: {
    sale(options: object): Promise<unknown>;
    find(id: string): Promise<unknown>;
    submitForSettlement(id: string): Promise<unknown>;
    void(id: string): Promise<unknown>;
    refund(id: string, options: object): Promise<unknown>;
    search(fill: (search: TransactionSearch) => void, callback: SearchCallback): void;
  };
  readonly webhookNotification: { parse(signature: string, payload: string): Promise<unknown> };
}

interface TransactionSearch {
  orderId(): { is(orderId: string): void };
}

type SearchCallback = (error: unknown, response: { readonly ids?: readonly string[] } | null) => void;

/** Creates the SDK client. `timeLimit` is the SDK's timeout of a request in milliseconds. */
export function createBraintreeSdk(account: BraintreeAccount, timeLimit: number): BraintreeSdk {
  patchSdkRequests();
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

/** Braintree's validation error codes, by their meaning for this adapter. */
const refusalCodes = {
  customerDoesNotExist: ['92804'],
  customerIdTaken: ['91609'],
  nonceConsumed: ['91564', '91566', '91731', '91733', '93107', '93109', '92907', '92909', '93504', '93506'],
  nonceUnknown: ['91565', '91732', '93108', '92908', '93505'],
  /** A stored payment method that does not exist, or belongs to another customer. */
  methodUnknown: ['91518', '91516', '91510', '91705'],
  keyNotAllowed: ['915231'],
  keyUsedOtherwise: ['915232'],
  keyInFlight: ['915233'],
  keyOfFailedRequest: ['915234'],
  alreadyRefunded: ['91512'],
  refundTooLarge: ['91521'],
  /** The bank declines the refund, or the merchant account cannot refund. A later attempt may succeed. */
  refundDeclined: ['915200', '915201', '91538', '91547', '91559'],
} as const;

/** Braintree's response to a call that creates or changes something. */
export interface BraintreeResponse {
  readonly isSuccess: boolean;
  /** Codes of the validation errors; empty when the bank declined. */
  readonly codes: readonly string[];
  /** Parse it with its own schema. */
  readonly transaction: unknown;
  readonly paymentMethod: unknown;
  /** Whether the bank refused to verify the card. */
  readonly isVerificationDeclined: boolean;
}

const responseSchema = z.discriminatedUnion('success', [
  z.object({
    success: z.literal(true),
    transaction: z.unknown().optional(),
    paymentMethod: z.unknown().optional(),
  }),
  z.object({
    success: z.literal(false),
    transaction: z.unknown().optional(),
    verification: z.object({ status: z.string() }).optional(),
    errors: z.custom<{ deepErrors(): readonly { readonly code: string }[] }>(
      (errors) => typeof (errors as { deepErrors?: unknown } | undefined)?.deepErrors === 'function',
    ),
  }),
]);

/** Parses a response. @throws Error if it is not a response of Braintree; the outcome is unknown then. */
export function readResponse(response: unknown): BraintreeResponse {
  const read = responseSchema.parse(response);
  return {
    isSuccess: read.success,
    codes: read.success ? [] : read.errors.deepErrors().map(({ code }) => code),
    transaction: read.transaction,
    paymentMethod: read.success ? read.paymentMethod : undefined,
    isVerificationDeclined: !read.success && read.verification !== undefined,
  };
}

export function hasCode({ codes }: BraintreeResponse, name: keyof typeof refusalCodes): boolean {
  const wanted: readonly string[] = refusalCodes[name];
  return codes.some((code) => wanted.includes(code));
}

/** Returns the type of an SDK error; undefined for any other error. */
export function errorType(error: unknown): unknown {
  return (error as { readonly type?: unknown } | null | undefined)?.type;
}

/** Returns whether Braintree refused a request because of its API keys (401), before doing anything. */
export const isUnauthenticated = (error: unknown) => errorType(error) === 'authenticationError';

/** Returns whether the requested object does not exist. */
export const isNotFound = (error: unknown) => errorType(error) === 'notFoundError';
