import type { PaymentProvider } from '#core/model/payment.ts';
import type { Page } from '#core/model/primitives.ts';
import type { Subscription } from '#core/model/subscription.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** What the provider's card fields need. */
export interface CardFieldsStart {
  readonly client_token: string;
  readonly provider: PaymentProvider;
}

/**
 * A learner's own memberships and subscriptions (decisions §4). Guests fail with `UNAUTHENTICATED` (401), contracts of
 * others with `NOT_FOUND` (404). Each change answers the contract as it is then, and may be made again.
 */
export interface Subscriptions {
  /** Those that run first, then the newest. Pages count from 1. */
  list(page: {
    readonly number: number;
    readonly size: number;
  }): Promise<Result<Page<Subscription>, CallFailure>>;
  /** Ends the contract as `on_cancel` said. `NOTHING_TO_CANCEL` (409) when it has ended or ends by itself. */
  cancel(id: string): Promise<Result<Subscription, CallFailure>>;
  /** Takes a cancellation back. `RESUME_REFUSED` (409) when it has ended or months were given back. */
  resume(id: string): Promise<Result<Subscription, CallFailure>>;
  /** Begins the entry of another payment method. `NOTHING_TO_CHARGE` (409) for what never charges again. */
  startCardFields(id: string): Promise<Result<CardFieldsStart, CallFailure>>;
  /**
   * Charges this payment method from now on. A charge that was refused before is tried at once: `PAYMENT_DECLINED` (402)
   * when this one is refused, too. A contract that is still `past_due` waits for the charge's outcome.
   */
  changePaymentMethod(
    id: string,
    nonce: string,
    device_data?: string | null,
  ): Promise<Result<Subscription, CallFailure>>;
}
