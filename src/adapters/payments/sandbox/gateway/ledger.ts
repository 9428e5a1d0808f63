import type { Cents } from '#core/model/values.ts';
import type { ServerClock } from '#ports/clock.ts';
import type { ServerIds } from '#ports/ids.ts';
import type { DeclineReason } from '#ports/payment-gateway.ts';
import type { ChargeDecision, PaymentMethod } from './charge-decision.ts';
import { decideCharge } from './charge-decision.ts';
import type {
  AuthorisationEntry,
  ChargeEntry,
  CloseEntry,
  DeclineEntry,
  LedgerEntry,
  LedgerFile,
  NonceEntry,
  RefundEntry,
  StoredCard,
} from './ledger-file.ts';
import type {
  AttemptResponse,
  CaptureResponse,
  ChargeOrder,
  ChargeResponse,
  RefundResponse,
  ReleaseResponse,
  StoredChargeOrder,
  VaultResponse,
} from './merchant-schemas.ts';
import { publicNonces } from './test-cards.ts';

type AttemptEntry = AuthorisationEntry | ChargeEntry | DeclineEntry | CloseEntry;

/** The result of a charge; `silence`: the request gets no response. */
export type ChargeResult =
  | { readonly result: 'response'; readonly response: ChargeResponse }
  | { readonly result: 'silence' }
  /** The key was already used for another order, amount or nonce. */
  | { readonly result: 'key_reused' };

/** The ledger of charges, nonces and refunds. Every result is written to disk before it is returned. */
export interface Ledger {
  /** Issues a new nonce for a card that the client API has validated. */
  issueNonce(card: StoredCard): Promise<string>;
  /** Returns the card of a nonce that can still be charged or verified; null for any other nonce. */
  cardOf(nonce: string): StoredCard | null;
  /**
   * Uses up a nonce and returns one that passed 3-D Secure for up to `amount`; null when the nonce is not
   * usable.
   */
  verifyNonce(nonce: string, amount: Cents): Promise<string | null>;
  /** Charges a nonce. `forced` overrides the behaviour of the test card, for tests. */
  charge(order: ChargeOrder, forced?: ChargeDecision): Promise<ChargeResult>;
  /** Charges a stored card for the customer for whom it was stored. */
  chargeStored(order: StoredChargeOrder, forced?: ChargeDecision): Promise<ChargeResult>;
  /** Stores the card of a nonce for a customer and uses up the nonce; null: the request gets no response. */
  vault(nonce: string, customerId: string): Promise<VaultResponse | null>;
  /** Returns the result of an attempt. After `never_charged` its key is refused. */
  findAttempt(attemptKey: string): Promise<AttemptResponse>;
  /** Takes the amount of an authorisation once. */
  capture(transactionId: string): Promise<CaptureResponse>;
  /** Voids an authorisation that was not captured. */
  release(transactionId: string): Promise<ReleaseResponse>;
  refund(transactionId: string, amount: Cents, refundKey: string): Promise<RefundResponse>;
  /** Returns all entries, oldest first. */
  entries(): readonly LedgerEntry[];
}

interface LedgerDeps {
  readonly file: LedgerFile;
  readonly clock: ServerClock;
  readonly ids: Pick<ServerIds, 'token'>;
}

interface LedgerParts extends LedgerDeps {
  readonly index: LedgerIndex;
  /**
   * Adds an entry to the state and queues it for the disk; `settled` of the file resolves when it is written.
   */
  note(entry: LedgerEntry): void;
}

/**
 * Opens the ledger. Each decision is made and recorded in one synchronous step, so simultaneous requests
 * cannot both succeed. Each result is returned after its entry is written to disk.
 */
export function openLedger(deps: LedgerDeps): Ledger {
  const index = createIndex(deps.clock);
  for (const entry of deps.file.history) index.add(entry);
  const parts: LedgerParts = {
    ...deps,
    index,
    note(entry) {
      index.add(entry);
      deps.file.append(entry);
    },
  };
  return {
    ...nonceCalls(parts),
    ...chargeCalls(parts),
    ...captureCalls(parts),
    ...vaultCalls(parts),
    ...refundCalls(parts),
    entries: () => index.entries,
  };
}

/** Lifetime of a nonce in milliseconds: three hours, as Braintree's. */
const nonceLifetime = 3 * 60 * 60 * 1000;

type LedgerIndex = ReturnType<typeof createIndex>;

/** Creates the state that results from the entries of the ledger. */
function createIndex(clock: ServerClock) {
  const entries: LedgerEntry[] = [];
  const nonces = new Map<string, NonceEntry>();
  const spent = new Set<string>();
  const attempts = new Map<string, AttemptEntry>();
  const authorisations = new Map<string, AuthorisationEntry>();
  const released = new Set<string>();
  const charges = new Map<string, ChargeEntry>();
  const vault = new Map<string, { readonly card: StoredCard; readonly customer_id: string | null }>();
  const refunds = new Map<string, RefundEntry>();
  const refunded = new Map<string, number>();

  function add(entry: LedgerEntry): void {
    entries.push(entry);
    if ('payment_method_nonce' in entry) spent.add(entry.payment_method_nonce);
    if ('attempt_key' in entry) attempts.set(entry.attempt_key, entry);
    if ('vault_token' in entry && entry.vault_token !== null) vault.set(entry.vault_token, entry);
    if (entry.type === 'authorisation') authorisations.set(entry.transaction_id, entry);
    if (entry.type === 'release') released.add(entry.transaction_id);
    if (entry.type === 'charge') charges.set(entry.transaction_id, entry);
    if (entry.type === 'nonce') {
      nonces.set(entry.nonce, entry);
      if (entry.replaces !== null) spent.add(entry.replaces);
    }
    if (entry.type === 'refund') {
      refunds.set(entry.refund_key, entry);
      const before = refunded.get(entry.transaction_id) ?? 0;
      if (entry.refund_id !== null) refunded.set(entry.transaction_id, before + entry.amount);
    }
  }

  /** Returns a nonce that can be charged or verified now, or the reason why it cannot. */
  function usableNonce(nonce: string): NonceEntry | DeclineReason {
    const entry = nonces.get(nonce);
    if (entry === undefined || clock.now() >= entry.at + nonceLifetime) return 'NONCE_UNKNOWN';
    return spent.has(nonce) ? 'NONCE_CONSUMED' : entry;
  }

  /**
   * Returns the payment method of a public test nonce. A public nonce works any number of times; with `#` and
   * any text after it, once.
   */
  function publicMethod(name: string): PaymentMethod | DeclineReason | undefined {
    const [kind = ''] = name.split('#');
    const known = publicNonces.get(kind);
    if (known !== undefined && name !== kind && spent.has(name)) return 'NONCE_CONSUMED';
    if (known === undefined || typeof known === 'string') return known;
    return { card: known, verified_amount: null, is_stored: false };
  }

  return {
    entries,
    add,
    usableNonce,
    /** Returns the payment method of a nonce, which is a public test nonce or was issued by the ledger. */
    methodOf(name: string): PaymentMethod | DeclineReason {
      const known = publicMethod(name);
      if (known !== undefined) return known;
      const entry = usableNonce(name);
      return typeof entry === 'string' ? entry : { ...entry, is_stored: false };
    },
    storedMethod(token: string, customerId: string): PaymentMethod | DeclineReason {
      const stored = vault.get(token);
      if (stored?.customer_id !== customerId) return 'NONCE_UNKNOWN';
      return { card: stored.card, verified_amount: null, is_stored: true };
    },
    attempt: (attemptKey: string) => attempts.get(attemptKey),
    authorisation: (transactionId: string) => authorisations.get(transactionId),
    isReleased: (transactionId: string) => released.has(transactionId),
    charge: (transactionId: string) => charges.get(transactionId),
    refund: (refundKey: string) => refunds.get(refundKey),
    /** Returns the amount of a charge that was already refunded, in cents. */
    refunded: (transactionId: string) => refunded.get(transactionId) ?? 0,
  };
}

function nonceCalls({
  index,
  note,
  file,
  clock,
  ids,
}: LedgerParts): Pick<Ledger, 'issueNonce' | 'cardOf' | 'verifyNonce'> {
  async function issue(fields: Pick<NonceEntry, 'card' | 'verified_amount' | 'replaces'>): Promise<string> {
    const nonce = `tokencc_${ids.token(16)}`;
    note({ type: 'nonce', at: clock.now(), nonce, ...fields });
    await file.settled();
    return nonce;
  }

  return {
    issueNonce: (card) => issue({ card, verified_amount: null, replaces: null }),
    cardOf(nonce) {
      const entry = index.usableNonce(nonce);
      return typeof entry === 'string' ? null : entry.card;
    },
    async verifyNonce(nonce, amount) {
      const entry = index.usableNonce(nonce);
      if (typeof entry === 'string') return null;
      return issue({ card: entry.card, verified_amount: amount, replaces: nonce });
    },
  };
}

const silence: ChargeResult = { result: 'silence' };

function chargeCalls({
  index,
  note,
  file,
  clock,
  ids,
}: LedgerParts): Pick<Ledger, 'charge' | 'chargeStored' | 'findAttempt'> {
  async function respond(entry: AttemptEntry): Promise<ChargeResult> {
    await file.settled();
    return { result: 'response', response: responseOf(entry, index) };
  }

  function decline(order: ChargeOrder, reason: DeclineReason): Promise<ChargeResult> {
    // Only a charge that reached a bank has a transaction.
    const isTransaction = reason === 'PROCESSOR_DECLINED' || reason === 'GATEWAY_REJECTED_FRAUD';
    const transaction_id = isTransaction ? `sbx_${ids.token(9)}` : null;
    const entry = { type: 'decline', at: clock.now(), ...attemptOf(order), transaction_id, reason } as const;
    note(entry);
    return respond(entry);
  }

  function take(order: ChargeOrder, card: StoredCard): Promise<ChargeResult> {
    const isStored = order.save_payment_method && order.customer_id !== null;
    const entry = {
      type: 'authorisation',
      at: clock.now(),
      ...attemptOf(order),
      transaction_id: `sbx_${ids.token(9)}`,
      card,
      customer_id: order.customer_id,
      vault_token: isStored ? `vault:${ids.token(16)}` : null,
    } as const;
    note(entry);
    return respond(entry);
  }

  async function chargeOn(
    order: ChargeOrder,
    method: PaymentMethod | DeclineReason,
    forced: ChargeDecision | undefined,
  ): Promise<ChargeResult> {
    const earlier = index.attempt(order.attempt_key);
    if (earlier !== undefined)
      return isSameOrder(earlier, order) ? respond(earlier) : { result: 'key_reused' };
    if (typeof method === 'string') return decline(order, method);
    const decision = forced ?? decideCharge(method, order.amount);
    if (decision.decision === 'silence') return silence;
    if (decision.decision === 'decline') return decline(order, decision.reason);
    const result = await take(order, method.card);
    return decision.responds ? result : silence;
  }

  return {
    charge: (order, forced) => chargeOn(order, index.methodOf(order.payment_method_nonce), forced),
    chargeStored({ vault_token, ...order }, forced) {
      const method = index.storedMethod(vault_token, order.customer_id);
      const stored = { payment_method_nonce: vault_token, save_payment_method: false, device_data: null };
      return chargeOn({ ...order, ...stored }, method, forced);
    },
    async findAttempt(attemptKey) {
      const earlier = index.attempt(attemptKey);
      if (earlier === undefined) note({ type: 'close', at: clock.now(), attempt_key: attemptKey });
      await file.settled();
      return earlier === undefined || earlier.type === 'close'
        ? { outcome: 'never_charged' }
        : responseOf(earlier, index);
    },
  };
}

function captureCalls({ index, note, file, clock }: LedgerParts): Pick<Ledger, 'capture' | 'release'> {
  return {
    async capture(transaction_id) {
      const authorisation = index.authorisation(transaction_id);
      if (authorisation === undefined || index.isReleased(transaction_id)) return { outcome: 'refused' };
      if (index.charge(transaction_id) === undefined)
        note({ ...authorisation, type: 'charge', at: clock.now() });
      await file.settled();
      return { outcome: 'captured' };
    },
    async release(transaction_id) {
      const isOpen = index.authorisation(transaction_id) !== undefined;
      if (!isOpen || index.charge(transaction_id) !== undefined) return { outcome: 'refused' };
      if (!index.isReleased(transaction_id)) note({ type: 'release', at: clock.now(), transaction_id });
      await file.settled();
      return { outcome: 'released' };
    },
  };
}

function vaultCalls({ index, note, file, clock, ids }: LedgerParts): Pick<Ledger, 'vault'> {
  return {
    async vault(payment_method_nonce, customer_id) {
      const method = index.methodOf(payment_method_nonce);
      if (typeof method === 'string') return { outcome: 'declined', reason: method };
      // Nothing is charged, so a passed verification of any amount is sufficient.
      const decided = decideCharge(method, 0);
      if (decided.decision === 'silence') return null;
      const vault_token = decided.decision === 'charge' ? `vault:${ids.token(16)}` : null;
      const { card } = method;
      note({ type: 'vault', at: clock.now(), payment_method_nonce, customer_id, card, vault_token });
      await file.settled();
      if (decided.decision === 'decline') return { outcome: 'declined', reason: decided.reason };
      if (vault_token === null || !decided.responds) return null;
      return { outcome: 'vaulted', vault_token, method: summaryOf(card) };
    },
  };
}

function refundCalls({ index, note, file, clock, ids }: LedgerParts): Pick<Ledger, 'refund'> {
  return {
    async refund(transaction_id, amount, refund_key) {
      const charged = index.charge(transaction_id);
      if (charged === undefined) return { outcome: 'refused' };
      let entry = index.refund(refund_key);
      if (entry === undefined) {
        const fits = amount <= charged.amount - index.refunded(transaction_id);
        const refund_id = fits ? `rfd_${ids.token(9)}` : null;
        entry = { type: 'refund', at: clock.now(), refund_key, transaction_id, amount, refund_id };
        note(entry);
      }
      await file.settled();
      const isSame = entry.transaction_id === transaction_id && entry.amount === amount;
      if (!isSame || entry.refund_id === null) return { outcome: 'refused' };
      return { outcome: 'refunded', refund_id: entry.refund_id };
    },
  };
}

function attemptOf(order: ChargeOrder) {
  const { attempt_key, order_code, amount, payment_method_nonce } = order;
  return { attempt_key, order_code, amount, payment_method_nonce };
}

function isSameOrder(earlier: AttemptEntry, order: ChargeOrder): boolean {
  return (
    earlier.type === 'close' ||
    (earlier.order_code === order.order_code &&
      earlier.amount === order.amount &&
      earlier.payment_method_nonce === order.payment_method_nonce)
  );
}

/** The public data of a card or wallet. */
export function summaryOf({ wallet, brand, last_four }: StoredCard) {
  return { kind: wallet ?? 'card', brand, last_four } as const;
}

/**
 * Returns the result of an attempt. A charge with a closed key is refused like one with a used nonce; the
 * shopper then enters the card again.
 */
function responseOf(entry: AttemptEntry, index: LedgerIndex): ChargeResponse {
  if (entry.type === 'close') return { outcome: 'declined', reason: 'NONCE_CONSUMED', transaction_id: null };
  if (entry.type === 'decline') {
    return { outcome: 'declined', reason: entry.reason, transaction_id: entry.transaction_id };
  }
  const { transaction_id, amount, vault_token } = entry;
  if (index.isReleased(transaction_id)) {
    return { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id };
  }
  const outcome = entry.type === 'charge' ? 'charged' : 'authorised';
  return { outcome, transaction_id, amount, method: summaryOf(entry.card), vault_token };
}
