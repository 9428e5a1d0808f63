import { z } from 'zod';

/** What Braintree refuses, by its public code (the names are those of the SDK's list of validation errors). */
export const refusalCodes = {
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
export interface BraintreeAnswer {
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
export function readAnswer(answer: unknown): BraintreeAnswer {
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

export function hasCode({ codes }: BraintreeAnswer, name: keyof typeof refusalCodes): boolean {
  const wanted: readonly string[] = refusalCodes[name];
  return codes.some((code) => wanted.includes(code));
}

const thrown = z.object({ type: z.string() });

/** Whether the SDK has thrown Braintree's "there is no such thing". */
export function isNotFound(error: unknown): boolean {
  const parsed = thrown.safeParse(error);
  return parsed.success && parsed.data.type === 'notFoundError';
}
