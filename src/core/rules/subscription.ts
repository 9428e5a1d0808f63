import type { Cents } from './money.ts';
import type { PaymentMethodSummary } from './payment.ts';
import type { SubscriptionStatus } from './session.ts';
import type { ContractEnd } from './subscription-end.ts';
import type { CalendarDay } from './validity.ts';

/** A membership or monthly subscription as its owner sees it (decisions §4). Amounts in cents. */
export interface Subscription {
  readonly id: string;
  /** The number that mails name and a cancellation asks for. */
  readonly contract_code: string;
  readonly product: {
    readonly id: string;
    readonly kind: 'membership' | 'subscription';
    readonly slug: string;
    readonly title: string;
    readonly picture: string;
  };
  readonly status: SubscriptionStatus;
  /** What each period costs. */
  readonly price: Cents;
  /** Months of one period: 12 or 1. */
  readonly period_months: number;
  /** False for a period that a code brought: it ends by itself. */
  readonly renews: boolean;
  readonly started_on: CalendarDay;
  /** First and last day of the period that is paid. */
  readonly paid_from: CalendarDay;
  readonly paid_until: CalendarDay;
  /** The next charge, or the next try of one that was refused; null when none is to come. */
  readonly next_charge: { readonly day: CalendarDay; readonly amount: Cents } | null;
  readonly payment_method: PaymentMethodSummary | null;
  /** When the owner cancelled (ISO 8601); with `ends_on` null it is carried out once a charge is settled. */
  readonly cancelled_at: string | null;
  /** Last day of a contract that ends or has ended; null while it goes on. */
  readonly ends_on: CalendarDay | null;
  readonly ended_at: string | null;
  /** What cancelling now would do; null when there is nothing to cancel. */
  readonly on_cancel: ContractEnd | null;
  readonly can_resume: boolean;
}

/** Whether another card may be given: it renews, or may be resumed and renew then. */
export function takesPaymentMethod(subscription: Subscription): boolean {
  return subscription.renews && subscription.status !== 'expired';
}
