import * as z from 'zod/mini';
import { couponRefusals } from './coupon.ts';

/** All codes of failed calls. Each has a text in `locales/<locale>/error.json`. */
export const failureCodes = [
  'INVALID_INPUT',
  'MALFORMED_BODY',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'GONE',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'WRONG_SESSION',
  'EMAIL_NOT_CONFIRMED',
  'WRONG_CREDENTIALS',
  'REFRESH_REFUSED',
  'TOO_MANY_ATTEMPTS',
  'EMAIL_TAKEN',
  'PASSWORD_TOO_COMMON',
  'PASSWORDS_DIFFER',
  'LINK_EXPIRED',
  'WRONG_PASSWORD',
  'CONTRACT_RENEWS',
  'CREDIT_LEFT',
  'LOGIN_REQUIRED',
  'WRONG_LOGIN_CODE',
  'WRONG_CODE',
  'CART_EMPTY',
  'ADDRESS_REQUIRED',
  'INVOICE_ADDRESS_REQUIRED',
  'COUNTRY_NOT_DELIVERED',
  'CONSENT_REQUIRED',
  'ORDER_CLOSED',
  'ORDER_BUSY',
  'NONCE_REUSED',
  'TOTAL_CHANGED',
  'OUT_OF_STOCK',
  'EXCEED_LIMIT',
  'ALREADY_OWNED',
  'UNKNOWN_PRODUCT',
  'SAVED_ITEMS_FULL',
  'WISH_LIST_FULL',
  'RECIPIENT_REQUIRED',
  'DELIVERY_DAY_OUT_OF_REACH',
  'PAYMENT_DECLINED',
  'PAYMENT_METHOD_REQUIRED',
  'PAYMENT_PROVIDER_INACTIVE',
  'TOO_MANY_OPEN_TRANSFERS',
  'PAYMENT_UNAVAILABLE',
  'NOTHING_TO_CANCEL',
  'RESUME_REFUSED',
  'NOTHING_TO_CHARGE',
  ...couponRefusals,
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** The body of every failed call. `detail` is a sentence in the language of `X-App-Language`. */
export const failure = z.object({
  success: z.literal(false),
  errors: z.array(
    z.object({
      status: z.string(),
      code: z.enum(failureCodes),
      title: z.string(),
      detail: z.string(),
      /** The invalid input: a JSON pointer into the body, or the name of a query parameter or header. */
      source: z.optional(
        z.object({
          pointer: z.optional(z.string()),
          parameter: z.optional(z.string()),
          header: z.optional(z.string()),
        }),
      ),
    }),
  ),
});

export type Failure = z.output<typeof failure>;
