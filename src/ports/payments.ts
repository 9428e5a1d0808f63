import type { PaymentRecord } from '#core/model/payment.ts';
import type { Page } from '#core/model/primitives.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** What a learner has paid and got back. Guests are refused with `UNAUTHENTICATED`, status 401. */
export interface Payments {
  /** Newest first. Pages count from 1. */
  list(page: {
    readonly number: number;
    readonly size: number;
  }): Promise<Result<Page<PaymentRecord>, CallFailure>>;
}
