import type { Failure } from '#api/success-and-failure.ts';
import type { FailureCode } from '#core/model/failure.ts';
import type { Locale, Localized } from '#core/model/values.ts';
import type { DomainFailure, InputReason } from '#server/platform/domain-failure.ts';

/** A failure for the client: of a service or of HTTP itself. */
export interface HttpFailure extends DomainFailure<FailureCode> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Status of each failure, for responses and the API documentation. */
export const failureStatuses: Readonly<Record<FailureCode, number>> = {
  INVALID_INPUT: 422,
  MALFORMED_BODY: 400,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  METHOD_NOT_ALLOWED: 405,
  NOT_FOUND: 404,
  GONE: 410,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  PROOF_REQUIRED: 403,
  LAST_OWNER: 409,
  NAME_TAKEN: 409,
  RECORD_CHANGED: 409,
  NOT_POSSIBLE: 409,
  NOTHING_TO_REFUND: 409,
  AMOUNT_DIFFERS: 409,
  COUNTRY_DIFFERS: 422,
  CHARGE_DISPUTED: 409,
  WRONG_SESSION: 403,
  EMAIL_NOT_CONFIRMED: 403,
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
  EMAIL_JUST_CHANGED: 409,
  LOGIN_REQUIRED: 409,
  WRONG_LOGIN_CODE: 401,
  WRONG_CODE: 422,
  PASSKEY_REFUSED: 422,
  LOGIN_TOO_OLD: 403,
  CART_EMPTY: 422,
  ADDRESS_REQUIRED: 422,
  INVOICE_ADDRESS_REQUIRED: 422,
  COUNTRY_NOT_DELIVERED: 422,
  CONSENT_REQUIRED: 422,
  ORDER_CLOSED: 409,
  ORDER_BUSY: 409,
  NONCE_REUSED: 409,
  TOTAL_CHANGED: 409,
  TERMS_CHANGED: 409,
  OUT_OF_STOCK: 409,
  EXCEED_LIMIT: 409,
  ALREADY_OWNED: 409,
  UNKNOWN_PRODUCT: 409,
  WISH_LIST_FULL: 422,
  RECIPIENT_REQUIRED: 422,
  DELIVERY_DAY_OUT_OF_REACH: 422,
  GIFT_CLOSED: 409,
  PAYMENT_DECLINED: 402,
  PAYMENT_METHOD_REQUIRED: 422,
  PAYMENT_PROVIDER_INACTIVE: 422,
  TOO_MANY_OPEN_TRANSFERS: 409,
  STOCK_HELD: 409,
  PAYMENT_UNAVAILABLE: 503,
  NOTHING_TO_CANCEL: 409,
  RESUME_REFUSED: 409,
  NOTHING_TO_CHARGE: 409,
  PERIOD_NOT_GIVEN: 409,
  DECLARATION_ANSWERED: 409,
  PURCHASE_UNKNOWN: 422,
  NO_GOODS_AWAITED: 409,
  NOTHING_TO_SETTLE: 409,
  DEDUCTION_MISSING: 422,
  DEDUCTION_TOO_HIGH: 422,
  FILM_TOOLS_MISSING: 409,
  FILM_TOO_LARGE: 413,
  FILM_UNDER_WAY: 409,
  FILM_UNREADABLE: 422,
  FILM_PART_MISPLACED: 409,
  FILM_STATE: 409,
  PICTURE_TYPE: 422,
  PICTURE_UNREADABLE: 422,
  PICTURE_TOO_LARGE: 422,
  PICTURE_TOO_SMALL: 422,
  UNKNOWN: 422,
  EXPIRED: 422,
  NOT_YET_VALID: 422,
  USED_UP: 422,
  MINIMUM_NOT_REACHED: 422,
  NOT_APPLICABLE: 422,
  WRONG_CAMPAIGN: 422,
  NOT_FIRST_PURCHASE: 422,
  CREDIT_PAYS_MORE: 422,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Returns the status of a page for a call that failed. A code unknown to the API (no response) counts as an outage. */
export function statusOfFailure(code: string): number {
  return (failureStatuses as Readonly<Record<string, number>>)[code] ?? failureStatuses.UNAVAILABLE;
}

/** Response headers for failures. */
export function failureHeaders(failures: readonly HttpFailure[]): Readonly<Record<string, string>> {
  return Object.assign(
    {},
    ...failures.map(({ code, retryAfterSeconds, headers }) => ({
      ...(code === 'UNAUTHENTICATED' ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
      ...headers,
    })),
  );
}

interface LocaleFailureTexts
  extends Readonly<Record<FailureCode, { readonly title: string; readonly detail: string }>> {
  readonly input: Readonly<Record<InputReason, string>>;
}

/** The texts of `locales/<locale>/error.json`. */
export type FailureTexts = Localized<LocaleFailureTexts>;

/** Builds the body of a failed call, in the client's language. */
export function describeFailures(
  failures: readonly HttpFailure[],
  texts: FailureTexts,
  locale: Locale,
): Failure {
  return { success: false, errors: failures.map((failure) => describe(failure, texts[locale])) };
}

/** Returns the sentence for a failure, in the language of the texts. */
export function detailOf({ code, reason }: HttpFailure, texts: LocaleFailureTexts): string {
  return reason === undefined ? texts[code].detail : texts.input[reason];
}

function describe(failure: HttpFailure, texts: LocaleFailureTexts): Failure['errors'][number] {
  const { pointer, parameter } = failure;
  return {
    status: String(failureStatuses[failure.code]),
    code: failure.code,
    title: texts[failure.code].title,
    detail: detailOf(failure, texts),
    ...(pointer === undefined && parameter === undefined ? {} : { source: { pointer, parameter } }),
  };
}
