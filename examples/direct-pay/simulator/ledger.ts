import { randomBytes } from 'node:crypto';
import type { DirectPayment } from '../src/direct-api.ts';

export interface PaymentRequest {
  readonly key: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly return_url: string;
  readonly locale: string;
  /** Text on the buyer's account statement. */
  readonly statement: string | null;
}

/** A payment as the simulator stores it. */
export interface StoredPayment extends DirectPayment, Omit<PaymentRequest, 'amount' | 'currency'> {}

/** Choices of a buyer on the page, and decisions of the bank after `pay_later`. */
export const choices = ['pay', 'pay_later', 'cancel', 'fail', 'expire', 'grant', 'refuse'] as const;

export type Choice = (typeof choices)[number];

const results = {
  pay: 'paid',
  pay_later: 'pending',
  cancel: 'cancelled',
  fail: 'failed',
  expire: 'expired',
  grant: 'paid',
  refuse: 'failed',
} as const satisfies Readonly<Record<Choice, DirectPayment['status']>>;

export type Ledger = ReturnType<typeof createLedger>;

/** Creates the simulator's ledger, in memory. */
export function createLedger(urlOf: (path: string) => string) {
  const payments = new Map<string, StoredPayment>();
  const closed = new Set<string>();
  const refunds = new Map<string, { id: string | null; payment: string; amount: number }>();
  const byId = (id: string) => [...payments.values()].find((one) => one.id === id);

  function change(payment: StoredPayment, status: DirectPayment['status']): StoredPayment {
    const changed = { ...payment, status };
    payments.set(payment.key, changed);
    return changed;
  }

  let isOffered = true;

  return {
    isOffered: () => isOffered,
    /** Ends the shop's contract: no further payment is offered. */
    withdrawOffer(): void {
      isOffered = false;
    },
    payments: () => [...payments.values()],
    payment: byId,
    refunds: () => [...refunds.values()].filter(({ id }) => id !== null),

    pay(request: PaymentRequest): StoredPayment | 'closed' | 'conflict' {
      const { key, reference, amount, currency, return_url, locale, statement } = request;
      const earlier = payments.get(key);
      if (earlier !== undefined) return earlier.amount === amount ? earlier : 'conflict';
      if (closed.has(key)) return 'closed';
      const id = `dp_${randomBytes(9).toString('hex')}`;
      const payment: StoredPayment = {
        id,
        status: 'open',
        key,
        reference,
        amount: amount as DirectPayment['amount'],
        currency,
        return_url,
        locale,
        statement,
        method: 'Direct Pay',
        page: urlOf(`/pay/${id}`),
      };
      payments.set(key, payment);
      return payment;
    },

    /** Returns the payment of a key; closes a key without one, so that it cannot be used later. */
    close(key: string): StoredPayment | 'closed' {
      const payment = payments.get(key);
      if (payment === undefined) closed.add(key);
      return payment ?? 'closed';
    },

    /** Ends a payment that waits for its buyer; a payment that a bank is deciding on cannot be ended. */
    end(id: string): StoredPayment | 'not_found' {
      const payment = byId(id);
      if (payment === undefined) return 'not_found';
      return payment.status === 'open' ? change(payment, 'ended') : payment;
    },

    act(id: string, choice: Choice): StoredPayment | undefined {
      const payment = byId(id);
      const needed = choice === 'grant' || choice === 'refuse' ? 'pending' : 'open';
      return payment?.status === needed ? change(payment, results[choice]) : payment;
    },

    /** Makes a payment report unexpected values from now on, as a provider may after a change of its API. */
    tell(id: string, what: { readonly [Name in 'status' | 'currency' | 'amount' | 'risk']?: unknown }): void {
      const payment = byId(id);
      if (payment !== undefined) payments.set(payment.key, { ...payment, ...(what as object) });
    },

    refund(
      id: string,
      amount: number,
      key: string,
    ): { id: string } | 'not_found' | 'conflict' | 'amount_too_high' {
      const payment = byId(id);
      if (payment?.status !== 'paid') return 'not_found';
      const earlier = refunds.get(key);
      if (earlier !== undefined)
        return earlier.payment === id && earlier.amount === amount && earlier.id !== null
          ? { id: earlier.id }
          : 'conflict';
      const given = [...refunds.values()]
        .filter((one) => one.payment === id && one.id !== null)
        .reduce((sum, one) => sum + one.amount, 0);
      const isPossible = given + amount <= payment.amount;
      const refundId = isPossible ? `re_${randomBytes(9).toString('hex')}` : null;
      refunds.set(key, { id: refundId, payment: id, amount });
      return refundId === null ? 'amount_too_high' : { id: refundId };
    },
  };
}
