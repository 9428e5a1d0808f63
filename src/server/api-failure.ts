import type { FailureCode } from '#api/failure.ts';

/** Why one input is refused; each has a sentence in locales `error` under `input`. */
export const inputReasons = [
  'required',
  'wrong_type',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'wrong_format',
  'not_offered',
  'unknown_field',
  'unreadable_character',
  'postal_code',
] as const;

export type InputReason = (typeof inputReasons)[number];

/** An expected failure of a call, before it has words. Services answer it as the error of a Result. */
export interface ApiFailure {
  readonly status: number;
  readonly code: FailureCode;
  /** JSON pointer into the body, for example `/data/attributes/email`. */
  readonly pointer?: string;
  /** Name of the query or path parameter at fault. */
  readonly parameter?: string;
  /** Says more than the code for `INVALID_INPUT`. */
  readonly reason?: InputReason;
  readonly headers?: Readonly<Record<string, string>>;
}

const statuses: Readonly<Record<FailureCode, number>> = {
  INVALID_INPUT: 422,
  MALFORMED_BODY: 400,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  METHOD_NOT_ALLOWED: 405,
  NOT_FOUND: 404,
  GONE: 410,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  WRONG_CREDENTIALS: 401,
  REFRESH_REFUSED: 401,
  TOO_MANY_ATTEMPTS: 429,
  EMAIL_TAKEN: 409,
  PASSWORD_TOO_COMMON: 422,
  PASSWORDS_DIFFER: 422,
  LINK_EXPIRED: 410,
  WRONG_PASSWORD: 422,
  CONTRACT_RENEWS: 409,
  CREDIT_LEFT: 409,
  LOGIN_REQUIRED: 409,
  WRONG_LOGIN_CODE: 401,
  CART_EMPTY: 422,
  ADDRESS_REQUIRED: 422,
  INVOICE_ADDRESS_REQUIRED: 422,
  COUNTRY_NOT_DELIVERED: 422,
  CONSENT_REQUIRED: 422,
  ORDER_CLOSED: 409,
  ORDER_BUSY: 409,
  NONCE_REUSED: 409,
  TOTAL_CHANGED: 409,
  OUT_OF_STOCK: 409,
  EXCEED_LIMIT: 409,
  ALREADY_OWNED: 409,
  UNKNOWN_PRODUCT: 409,
  WISH_LIST_FULL: 422,
  RECIPIENT_REQUIRED: 422,
  DELIVERY_DAY_OUT_OF_REACH: 422,
  PAYMENT_DECLINED: 402,
  PAYMENT_METHOD_REQUIRED: 422,
  PAYMENT_UNAVAILABLE: 503,
  NOTHING_TO_CANCEL: 409,
  RESUME_REFUSED: 409,
  NOTHING_TO_CHARGE: 409,
  UNKNOWN: 422,
  EXPIRED: 422,
  NOT_YET_VALID: 422,
  USED_UP: 422,
  MINIMUM_NOT_REACHED: 422,
  NOT_APPLICABLE: 422,
  WRONG_CAMPAIGN: 422,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** A failure with the usual status of its code; `place` says where in the request it arose. */
export function apiFailure(code: FailureCode, place: Omit<ApiFailure, 'status' | 'code'> = {}): ApiFailure {
  return { status: statuses[code], code, ...place };
}
