/**
 * A second, independent implementation of the states of a subscription, written from
 * docs/behaviour/subscriptions.md to check the real one. It uses whole days, its own calendar, no database
 * and no jobs.
 */

/** The outcome of one charge at the provider. */
export type ChargeFate = 'charged' | 'declined' | 'answer_lost' | 'never_arrived';

/** The data and the events of one subscription. */
export interface SubscriptionStory {
  readonly months: 1 | 12;
  /** The price of a period in cents. */
  readonly price: number;
  /** The first day, in days since 1970-01-01. */
  readonly starts: number;
  /** The days on which the buyer cancels (`cancels`) and withdraws the cancellation (`resumes`), at noon. */
  readonly cancels: number | null;
  readonly resumes: number | null;
  /** Returns the outcome of charge number `n` after the purchase, counted from 0. */
  fate(n: number): ChargeFate;
}

/** The state of a subscription at the end of the simulation. */
export interface SubscriptionOutcome {
  readonly status: 'active' | 'past_due' | 'cancelled' | 'expired';
  /** The day of each renewal charge. The purchase is not included. */
  readonly chargedOn: readonly number[];
  readonly refused: number;
  readonly refund: number;
  /** The last day of the subscription, or null while it continues. */
  readonly endsOn: number | null;
  /** The first day that is not paid. */
  readonly paidUntil: number;
  readonly isGivenUp: boolean;
}

const dayLength = 86_400_000;

export function dayNumber(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / dayLength;
}

export function dayText(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10);
}

/** Returns the same day of the month `months` later, or the last day of a month that is too short for it. */
export function monthsAfter(day: number, months: number): number {
  const date = new Date(day * dayLength);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / dayLength;
}

/** Simulates a subscription day by day until the evening of `horizon`. */
export function liveSubscription(story: SubscriptionStory, horizon: number): SubscriptionOutcome {
  const { months, price, starts } = story;
  const chargedOn: number[] = [];
  let status = 'active' as SubscriptionOutcome['status'];
  let charges = 0;
  let refused = 0;
  let refusedInARow = 0;
  let refund = 0;
  let endsOn: number | null = null;
  let isGivenUp = false;
  const due = () => monthsAfter(starts, months * (chargedOn.length + 1));
  const tryDays = () => [0, 3, 5, 7].map((days) => due() + days);

  for (let day = starts + 1; day <= horizon && status !== 'expired'; day += 1) {
    morning(day);
    noon(day);
  }
  return { status, chargedOn, refused, refund, endsOn, paidUntil: due(), isGivenUp };

  function morning(day: number): void {
    if (status === 'cancelled') {
      if (endsOn !== null && day > endsOn) status = 'expired';
      return;
    }
    if (status === 'expired' || day !== tryDays()[refusedInARow]) return;
    let fate = story.fate(charges++);
    while (fate === 'never_arrived') fate = story.fate(charges++);
    if (fate !== 'declined') {
      chargedOn.push(day);
      refusedInARow = 0;
      status = 'active';
      return;
    }
    refused += 1;
    refusedInARow += 1;
    status = refusedInARow === 4 ? 'expired' : 'past_due';
    if (status !== 'expired') return;
    endsOn = day;
    isGivenUp = true;
  }

  function noon(day: number): void {
    if (day === story.cancels && (status === 'active' || status === 'past_due')) cancel(day);
    const isRefunded = refund > 0;
    if (day === story.resumes && status === 'cancelled' && !isRefunded) {
      status = 'active';
      endsOn = null;
    }
  }

  function cancel(day: number): void {
    if (status === 'past_due') {
      status = 'expired';
      endsOn = day;
      return;
    }
    status = 'cancelled';
    endsOn = due() - 1;
    if (months === 1 || chargedOn.length === 0) return;
    const began = monthsAfter(starts, months * chargedOn.length);
    const ends = Array.from({ length: 12 }, (_, month) =>
      monthsAfter(starts, months * chargedOn.length + month + 1),
    );
    const used = ends.filter((end) => end <= day).length + 1;
    if (day < began) throw new Error('Cancelled before the period began');
    endsOn = Math.min(ends[used - 1] ?? due(), monthsAfter(day, 1)) - 1;
    refund = Math.round((price * (12 - used)) / 12);
  }
}
