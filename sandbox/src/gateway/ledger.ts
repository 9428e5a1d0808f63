import type { Cents } from 'meisterhand/model';
import type { DeclineReason, ServerClock, ServerIds } from 'meisterhand/ports';
import { type ChargeDecision, decideCharge, type PaymentMethod } from './charge-decision.ts';
import type { ActionEntry, LedgerEntry, LedgerFile, NonceEntry, StoredCard } from './ledger-file.ts';
import { type AttemptEntry, createIndex, type LedgerIndex } from './ledger-index.ts';
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
  /** Ends an attempt that waits for an action and closes its key. Returns the result of the attempt. */
  cancelAction(attemptKey: string): Promise<AttemptResponse>;
  /** Returns an action and whether the charge still waits for it; null for any other transaction. */
  findAction(transactionId: string): { readonly action: ActionEntry; readonly isOpen: boolean } | null;
  /** Applies the buyer's choice at the bank. Does nothing if the charge no longer waits for it. */
  act(transactionId: string, choice: ActionChoice): Promise<void>;
  /** Takes the amount of an authorisation once. */
  capture(transactionId: string): Promise<CaptureResponse>;
  /** Voids an authorisation that was not captured. */
  release(transactionId: string): Promise<ReleaseResponse>;
  refund(transactionId: string, amount: Cents, refundKey: string): Promise<RefundResponse>;
  /** Returns all entries, oldest first. */
  entries(): readonly LedgerEntry[];
}

/** `cancel`: the buyer leaves the page by its own button, which declines with `CANCELLED_BY_BUYER`. */
export type ActionChoice = 'approve' | 'decline' | 'cancel';

interface LedgerDeps {
  readonly file: LedgerFile;
  readonly clock: ServerClock;
  readonly ids: Pick<ServerIds, 'token'>;
  /** Returns the URL of the gateway for browsers; known once it listens. */
  readonly gatewayUrl: () => string;
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
    ...actionCalls(parts),
    ...captureCalls(parts),
    ...vaultCalls(parts),
    ...refundCalls(parts),
    entries: () => index.entries,
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

function chargeCalls(parts: LedgerParts): Pick<Ledger, 'charge' | 'chargeStored' | 'findAttempt'> {
  const { index, note, file, clock, ids } = parts;
  async function respond(entry: AttemptEntry): Promise<ChargeResult> {
    await file.settled();
    return { result: 'response', response: responseOf(entry, parts) };
  }

  function decline(order: ChargeOrder, reason: DeclineReason): Promise<ChargeResult> {
    // Only a charge that reached a bank has a transaction.
    const isTransaction = reason === 'PROCESSOR_DECLINED' || reason === 'GATEWAY_REJECTED_FRAUD';
    const transaction_id = isTransaction ? `sbx_${ids.token(9)}` : null;
    const entry = { type: 'decline', at: clock.now(), ...attemptOf(order), transaction_id, reason } as const;
    note(entry);
    return respond(entry);
  }

  function grant(order: ChargeOrder, card: StoredCard) {
    const isStored = order.save_payment_method && order.customer_id !== null;
    return {
      at: clock.now(),
      ...attemptOf(order),
      transaction_id: `sbx_${ids.token(9)}`,
      card,
      customer_id: order.customer_id,
      vault_token: isStored ? `vault:${ids.token(16)}` : null,
    };
  }

  function take(
    order: ChargeOrder,
    card: StoredCard,
    { limit = order.amount, knownAfter }: Extract<ChargeDecision, { decision: 'charge' }>,
  ): Promise<ChargeResult> {
    const isPart = limit < order.amount;
    const entry = {
      type: 'authorisation',
      ...grant(order, card),
      ...(isPart ? { amount: limit, requested: order.amount } : {}),
      ...(knownAfter === undefined ? {} : { known_at: clock.now() + knownAfter }),
    } as const;
    note(entry);
    return respond(entry);
  }

  function askBuyer(order: ChargeOrder, card: StoredCard, kind: ActionEntry['kind']): Promise<ChargeResult> {
    const return_url = order.return_url ?? null;
    const { locale = 'de' } = order;
    const entry = { type: 'action', ...grant(order, card), kind, return_url, locale } as const;
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
    if (decision.decision === 'action') return askBuyer(order, method.card, decision.kind);
    const result = await take(order, method.card, decision);
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
        : responseOf(earlier, parts);
    },
  };
}

function actionCalls(parts: LedgerParts): Pick<Ledger, 'findAction' | 'act' | 'cancelAction'> {
  const { index, note, file, clock } = parts;
  return {
    findAction: index.findAction,
    async act(transactionId, choice) {
      const found = index.findAction(transactionId);
      if (!found?.isOpen) return;
      const { kind: _, return_url: __, locale: ___, ...granted } = found.action;
      const at = clock.now();
      const { attempt_key, order_code, amount, payment_method_nonce, transaction_id } = found.action;
      const declined = { attempt_key, order_code, amount, payment_method_nonce, transaction_id };
      if (choice === 'approve') note({ ...granted, type: 'authorisation', at });
      else {
        const reason = choice === 'cancel' ? 'CANCELLED_BY_BUYER' : 'PROCESSOR_DECLINED';
        note({ type: 'decline', at, ...declined, reason });
      }
      await file.settled();
    },
    async cancelAction(attempt_key) {
      const earlier = index.attempt(attempt_key);
      if (earlier === undefined || earlier.type === 'action')
        note({ type: 'close', at: clock.now(), attempt_key });
      await file.settled();
      const entry = index.attempt(attempt_key);
      return entry === undefined || entry.type === 'close'
        ? { outcome: 'never_charged' }
        : responseOf(entry, parts);
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
      const isKept = decided.decision === 'charge' || decided.decision === 'action';
      const vault_token = isKept ? `vault:${ids.token(16)}` : null;
      const { card } = method;
      note({ type: 'vault', at: clock.now(), payment_method_nonce, customer_id, card, vault_token });
      await file.settled();
      if (decided.decision === 'decline') return { outcome: 'declined', reason: decided.reason };
      if (vault_token === null || (decided.decision === 'charge' && !decided.responds)) return null;
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
      ('requested' in earlier ? (earlier.requested ?? earlier.amount) : earlier.amount) === order.amount &&
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
function responseOf(
  entry: AttemptEntry,
  { index, clock, gatewayUrl }: Pick<LedgerParts, 'index' | 'clock' | 'gatewayUrl'>,
): ChargeResponse {
  if (entry.type === 'close') return { outcome: 'declined', reason: 'NONCE_CONSUMED', transaction_id: null };
  if (entry.type === 'decline') {
    return { outcome: 'declined', reason: entry.reason, transaction_id: entry.transaction_id };
  }
  const { transaction_id, amount, vault_token } = entry;
  if (index.isReleased(transaction_id)) {
    return { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id };
  }
  if (entry.type === 'action') {
    const action = actionOf(entry, gatewayUrl());
    return { outcome: 'requires_action', transaction_id, action };
  }
  if (entry.type === 'authorisation' && entry.known_at !== undefined && clock.now() < entry.known_at)
    return { outcome: 'processing' };
  const outcome = entry.type === 'charge' ? 'charged' : 'authorised';
  const metadata = { test_card: entry.card.behaviour };
  return { outcome, transaction_id, amount, method: summaryOf(entry.card), vault_token, metadata };
}

/** Returns the action for the shop's browser: the URL of the bank's page, or the data to show it in the page. */
function actionOf({ kind, transaction_id, locale }: ActionEntry, gateway_url: string) {
  return kind === 'redirect'
    ? { kind, url: `${gateway_url}/actions/${transaction_id}?lang=${locale}` }
    : { kind, data: JSON.stringify({ gateway_url, transaction_id }) };
}
