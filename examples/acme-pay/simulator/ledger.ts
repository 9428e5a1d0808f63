import { randomBytes } from 'node:crypto';
import type { AcmePayment } from '../src/acme-api.ts';

/** Test cards by the outcome of a charge, with their numbers. */
export const testCards = {
  accepted: '4111111111111111',
  leading_zero: '4111111111110063',
  declined: '4000000000000002',
  fraud: '4100000000000019',
  /** The bank redirects the buyer to its own page. */
  redirect: '4000002500003155',
  /** The bank shows a page within the shop. */
  frame: '4000002760003184',
  /** The bank approves only 50.00 EUR. */
  granted_in_part: '4000000000005000',
  other_currency: '4000008260000000',
  /** The payment waits for the bank. */
  processing: '4000000000000077',
  silent_after: '4000000000000341',
  silent_before: '4000000000000259',
} as const;

export type Behaviour = keyof typeof testCards;

/** The buttons on the page of the bank. */
export const bankChoices = ['approve', 'refuse', 'cancel'] as const;

export type BankChoice = (typeof bankChoices)[number];

/** A payment as the simulator stores it. */
export interface StoredPayment extends AcmePayment {
  readonly key: string;
  readonly reference: string;
  readonly asked: string;
}

export interface PaymentRequest {
  readonly key: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly token?: string;
  readonly stored_card?: string;
  readonly customer: string | null;
  readonly store?: boolean;
  readonly device?: string | null;
  readonly return_url?: string;
  readonly locale?: string;
  readonly statement?: string | null;
  readonly series?: boolean;
}

interface TypedCard {
  readonly behaviour: Behaviour;
  readonly last_four: string;
  readonly customer: string | null;
}

/** Creates the simulator's ledger, in memory. */
export function createLedger(urlOf: (path: string) => string) {
  const tokens = new Map<string, TypedCard>();
  const spent = new Set<string>();
  const stored = new Map<string, TypedCard>();
  const payments = new Map<string, StoredPayment>();
  const returns = new Map<string, string>();
  const closed = new Set<string>();
  const refunds = new Map<string, { id: string | null; payment: string; amount: number }>();
  const devices: string[] = [];
  const requests = new Map<string, PaymentRequest>();
  const id = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`;
  const byId = (wanted: string) => [...payments.values()].find((one) => one.id === wanted);

  function change(payment: StoredPayment, changes: Partial<StoredPayment>): StoredPayment {
    const changed = { ...payment, ...changes };
    payments.set(payment.key, changed);
    return changed;
  }

  /** Consumes a token and returns its card, or why the token cannot be used. */
  function spend(token: string): TypedCard | 'token_used' | 'token_unknown' {
    const card = tokens.get(token);
    if (card === undefined) return 'token_unknown';
    if (spent.has(token)) return 'token_used';
    spent.add(token);
    return card;
  }

  function cardOf({
    token,
    stored_card,
    customer,
  }: PaymentRequest): TypedCard | 'token_used' | 'token_unknown' {
    if (stored_card === undefined) return spend(token ?? '');
    const card = stored.get(stored_card);
    return card === undefined || card.customer !== customer ? 'token_unknown' : card;
  }

  function keep(card: TypedCard, customer: string): string {
    const token = `vault:${randomBytes(16).toString('hex')}`;
    stored.set(token, { ...card, customer });
    return token;
  }

  function decide(request: PaymentRequest, asked: string): StoredPayment {
    const card = cardOf(request);
    const base = {
      id: id('pay'),
      key: request.key,
      reference: request.reference,
      asked,
      amount: request.amount as AcmePayment['amount'],
      currency: request.currency,
      stored_card: null,
      action: null,
    };
    if (typeof card === 'string') return { ...base, status: 'declined', card: null, decline_code: card };
    const shown = { brand: 'visa' as const, last_four: card.last_four };
    const { behaviour } = card;
    if (behaviour === 'declined' || behaviour === 'fraud') {
      const decline_code = behaviour === 'fraud' ? 'fraud' : 'insufficient_funds';
      return { ...base, status: 'declined', card: shown, decline_code };
    }
    const isStored = request.store === true && request.customer !== null;
    const granted: StoredPayment = {
      ...base,
      status: 'authorised',
      card: shown,
      decline_code: null,
      stored_card: isStored && request.customer !== null ? keep(card, request.customer) : null,
    };
    if (behaviour === 'granted_in_part') return { ...granted, amount: 5_000 as AcmePayment['amount'] };
    if (behaviour === 'other_currency') return { ...granted, currency: 'GBP' };
    if (behaviour === 'processing') return { ...granted, status: 'processing' };
    // A stored card is charged without its owner, so no action is possible.
    if ((behaviour === 'redirect' || behaviour === 'frame') && request.stored_card === undefined) {
      returns.set(base.id, request.return_url ?? '');
      const action = { type: behaviour, url: urlOf(`/bank/${base.id}`) };
      return { ...granted, status: 'requires_action', action };
    }
    return granted;
  }

  return {
    devices,
    /** Returns the request that was sent with a payment's key. */
    requestOf: (key: string) => requests.get(key),
    payments: () => [...payments.values()],
    refunds: () => [...refunds.values()].filter((one) => one.id !== null),
    storedCards: () => stored.size,
    payment: byId,
    /** Returns the URL to which the bank sends the buyer back. */
    returnUrl: (wanted: string) => returns.get(wanted) ?? '',
    /** Exchanges a typed card for a token; null if the number is not a test card. */
    tokenize(number: string): string | null {
      const found = Object.entries(testCards).find(([, known]) => known === number.replaceAll(/\D/g, ''));
      if (found === undefined) return null;
      const token = id('tok');
      tokens.set(token, { behaviour: found[0] as Behaviour, last_four: found[1].slice(-4), customer: null });
      return token;
    },
    /** Returns the behaviour of a token's card. */
    behaviourOf: (token: string) => tokens.get(token)?.behaviour,
    pay(request: PaymentRequest): StoredPayment | 'closed' | 'conflict' {
      if (closed.has(request.key)) return 'closed';
      const { device, return_url: _, ...compared } = request;
      const asked = JSON.stringify(compared);
      const earlier = payments.get(request.key);
      if (earlier !== undefined) return earlier.asked === asked ? earlier : 'conflict';
      if (typeof device === 'string') devices.push(device);
      requests.set(request.key, request);
      const payment = decide(request, asked);
      payments.set(payment.key, payment);
      return payment;
    },
    close(key: string): StoredPayment | 'closed' {
      const earlier = payments.get(key);
      if (earlier === undefined) closed.add(key);
      return earlier ?? 'closed';
    },
    capture(wanted: string): StoredPayment | 'not_found' | 'conflict' {
      const payment = byId(wanted);
      if (payment === undefined) return 'not_found';
      if (payment.status === 'captured') return payment;
      return payment.status === 'authorised' ? change(payment, { status: 'captured' }) : 'conflict';
    },
    void(wanted: string): StoredPayment | 'not_found' | 'conflict' {
      const payment = byId(wanted);
      if (payment === undefined) return 'not_found';
      const isOpen = payment.status === 'authorised' || payment.status === 'requires_action';
      if (!isOpen && payment.status !== 'voided') return 'conflict';
      return change(payment, { status: 'voided', action: null });
    },
    /** Makes a payment report an unexpected state from now on, as a provider may after a change of its API. */
    tell(key: string, status: string): void {
      const payment = payments.get(key);
      if (payment !== undefined) payments.set(key, { ...payment, status: status as StoredPayment['status'] });
    },
    /** Ends a payment that waits for the buyer; returns any other payment unchanged. */
    cancelAction(wanted: string): StoredPayment | 'not_found' {
      const payment = byId(wanted);
      if (payment === undefined) return 'not_found';
      return payment.status === 'requires_action'
        ? change(payment, { status: 'voided', action: null })
        : payment;
    },
    /** Applies the buyer's choice on the bank's page. */
    act(wanted: string, choice: BankChoice): StoredPayment | undefined {
      const payment = byId(wanted);
      if (payment?.status !== 'requires_action') return payment;
      if (choice === 'approve') return change(payment, { status: 'authorised', action: null });
      const decline_code = choice === 'cancel' ? 'cancelled_by_buyer' : 'authentication_failed';
      return change(payment, { status: 'declined', action: null, decline_code });
    },
    refund(wanted: string, amount: number, key: string) {
      const payment = byId(wanted);
      if (payment?.status !== 'captured') return 'not_found';
      const earlier = refunds.get(key);
      if (earlier !== undefined) {
        if (earlier.payment !== wanted || earlier.amount !== amount) return 'conflict';
        return earlier.id === null ? 'amount_too_high' : { id: earlier.id };
      }
      const before = [...refunds.values()].filter((one) => one.payment === wanted && one.id !== null);
      const left = payment.amount - before.reduce((sum, one) => sum + one.amount, 0);
      const entry = { id: amount <= left ? id('ref') : null, payment: wanted, amount };
      refunds.set(key, entry);
      return entry.id === null ? 'amount_too_high' : { id: entry.id };
    },
    store(token: string, customer: string, device: string | null) {
      if (device !== null) devices.push(device);
      const card = spend(token);
      if (typeof card === 'string') return { decline_code: card };
      if (card.behaviour === 'declined') return { decline_code: 'insufficient_funds' };
      return { stored_card: keep(card, customer), card: { brand: 'visa', last_four: card.last_four } };
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;
