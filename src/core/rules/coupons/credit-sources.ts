import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';

/** A voucher or a user's credit, with its balance in cents. */
export interface CreditSource {
  readonly id: string;
  readonly balance: Cents;
}

/**
 * What can be paid by a typed voucher or else by the account's credit of its kind: the larger balance, so that typing a
 * voucher never makes the amount due higher (docs/behaviour/gifts.md#voucher-before-account-credit).
 */
export function availableBalance(sources: readonly CreditSource[]): Cents {
  return cents(Math.max(0, ...sources.map(({ balance }) => balance)));
}

/** The source that pays an amount: the first that has it, so a voucher before the credit. Null for nothing to pay. */
export function payingSource(sources: readonly CreditSource[], amount: number): CreditSource | null {
  return amount > 0 ? (sources.find(({ balance }) => balance >= amount) ?? null) : null;
}
