import type { Cents } from '#core/model/primitives.ts';
import type { DeclineReason } from '#ports/payment-gateway.ts';
import type { Clock } from '#ports/server-clock.ts';
import type { Ids } from '#ports/server-ids.ts';
import type { Ledger, LedgerEntry, NonceEntry, StoredCard } from './ledger-file.ts';
import type { AttemptEntry, GatewayState } from './ledger-state.ts';
import { createGatewayState } from './ledger-state.ts';

import type {
  AttemptAnswer,
  ChargeAnswer,
  ChargeOrder,
  RefundAnswer,
  VaultAnswer,
} from './merchant-schemas.ts';
import { judgeCharge } from './payment-methods.ts';

/** How a charge ends for the one who asked; `silence` keeps them waiting until they go away. */
type ChargeReply =
  | { readonly reply: 'answer'; readonly answer: ChargeAnswer }
  | { readonly reply: 'silence' }
  /** The key was used before, for another order, amount or nonce. */
  | { readonly reply: 'key_reused' };

/** What the gateway does with money and nonces; every answer is on the disk before it is given. */
export interface GatewayBook {
  /** A fresh nonce for a card that the client API has checked. */
  issueNonce(card: StoredCard): Promise<string>;
  /** The card of a nonce that may still be charged or verified; null of any other. */
  cardOf(nonce: string): StoredCard | null;
  /** Uses up a nonce and answers one that passed 3-D Secure for up to `amount`; null when it is not usable. */
  verifyNonce(nonce: string, amount: Cents): Promise<string | null>;
  charge(order: ChargeOrder): Promise<ChargeReply>;
  /** Keeps the card of a nonce for a customer, and uses the nonce up; null never answers. */
  vault(nonce: string, customerId: string): Promise<VaultAnswer | null>;
  /** What became of an attempt. Answering `never_charged` closes its key for good. */
  findAttempt(attemptKey: string): Promise<AttemptAnswer>;
  refund(transactionId: string, amount: Cents, refundKey: string): Promise<RefundAnswer>;
  entries(): readonly LedgerEntry[];
}

interface BookDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'token'>;
}

interface Desk extends BookDeps {
  readonly state: GatewayState;
}

/**
 * Opens the book on a ledger. Each decision is made and noted in one step without waiting, so simultaneous requests
 * cannot both win; each answer waits until the note is on the disk.
 */
export function openGatewayBook(deps: BookDeps): GatewayBook {
  const state = createGatewayState(deps.ledger, deps.clock);
  const desk = { ...deps, state };
  return {
    ...nonceDesk(desk),
    ...chargeDesk(desk),
    ...vaultDesk(desk),
    ...refundDesk(desk),
    entries: state.entries,
  };
}

function nonceDesk({
  state,
  ledger,
  clock,
  ids,
}: Desk): Pick<GatewayBook, 'issueNonce' | 'cardOf' | 'verifyNonce'> {
  async function issue(fields: Pick<NonceEntry, 'card' | 'verified_amount' | 'replaces'>): Promise<string> {
    const nonce = `tokencc_${ids.token(16)}`;
    state.note({ type: 'nonce', at: clock.now(), nonce, ...fields });
    await ledger.settled();
    return nonce;
  }

  return {
    issueNonce: (card) => issue({ card, verified_amount: null, replaces: null }),
    cardOf(nonce) {
      const entry = state.usableNonce(nonce);
      return typeof entry === 'string' ? null : entry.card;
    },
    async verifyNonce(nonce, amount) {
      const entry = state.usableNonce(nonce);
      if (typeof entry === 'string') return null;
      return issue({ card: entry.card, verified_amount: amount, replaces: nonce });
    },
  };
}

const silence: ChargeReply = { reply: 'silence' };

function chargeDesk({ state, ledger, clock, ids }: Desk): Pick<GatewayBook, 'charge' | 'findAttempt'> {
  async function answer(entry: AttemptEntry): Promise<ChargeReply> {
    await ledger.settled();
    return { reply: 'answer', answer: answerOf(entry) };
  }

  function decline(order: ChargeOrder, reason: DeclineReason): Promise<ChargeReply> {
    // What never reached a bank has no transaction.
    const isTransaction = reason === 'PROCESSOR_DECLINED' || reason === 'GATEWAY_REJECTED_FRAUD';
    const transaction_id = isTransaction ? `sbx_${ids.token(9)}` : null;
    const entry = { type: 'decline', at: clock.now(), ...attemptOf(order), transaction_id, reason } as const;
    state.note(entry);
    return answer(entry);
  }

  function take(order: ChargeOrder, card: StoredCard): Promise<ChargeReply> {
    const isKept = order.save_payment_method && order.customer_id !== null;
    const entry = {
      type: 'charge',
      at: clock.now(),
      ...attemptOf(order),
      transaction_id: `sbx_${ids.token(9)}`,
      card,
      customer_id: order.customer_id,
      vault_token: isKept ? `vault:${ids.token(16)}` : null,
    } as const;
    state.note(entry);
    return answer(entry);
  }

  return {
    async charge(order) {
      const earlier = state.attempt(order.attempt_key);
      if (earlier !== undefined)
        return isSameOrder(earlier, order) ? answer(earlier) : { reply: 'key_reused' };
      const means = state.meansOf(order.payment_method_nonce, order.customer_id);
      if (typeof means === 'string') return decline(order, means);
      const judged = judgeCharge(means, order.amount);
      if (judged.verdict === 'silence') return silence;
      if (judged.verdict === 'decline') return decline(order, judged.reason);
      const reply = await take(order, means.card);
      return judged.answers ? reply : silence;
    },
    async findAttempt(attemptKey) {
      const earlier = state.attempt(attemptKey);
      if (earlier === undefined) state.note({ type: 'close', at: clock.now(), attempt_key: attemptKey });
      await ledger.settled();
      return earlier === undefined || earlier.type === 'close'
        ? { outcome: 'never_charged' }
        : answerOf(earlier);
    },
  };
}

function vaultDesk({ state, ledger, clock, ids }: Desk): Pick<GatewayBook, 'vault'> {
  return {
    async vault(payment_method_nonce, customer_id) {
      const means = state.meansOf(payment_method_nonce, customer_id);
      if (typeof means === 'string') return { outcome: 'declined', reason: means };
      // No amount is asked about, so any passed verification will do.
      const judged = judgeCharge(means, 0);
      if (judged.verdict === 'silence') return null;
      const vault_token = judged.verdict === 'charge' ? `vault:${ids.token(16)}` : null;
      const { card } = means;
      state.note({ type: 'vault', at: clock.now(), payment_method_nonce, customer_id, card, vault_token });
      await ledger.settled();
      if (judged.verdict === 'decline') return { outcome: 'declined', reason: judged.reason };
      if (vault_token === null || !judged.answers) return null;
      const method = { kind: 'card', brand: card.brand, last_four: card.last_four } as const;
      return { outcome: 'vaulted', vault_token, method };
    },
  };
}

function refundDesk({ state, ledger, clock, ids }: Desk): Pick<GatewayBook, 'refund'> {
  return {
    async refund(transaction_id, amount, refund_key) {
      const charged = state.charge(transaction_id);
      if (charged === undefined) return { outcome: 'refused' };
      let entry = state.refund(refund_key);
      if (entry === undefined) {
        const fits = amount <= charged.amount - state.refunded(transaction_id);
        const refund_id = fits ? `rfd_${ids.token(9)}` : null;
        entry = { type: 'refund', at: clock.now(), refund_key, transaction_id, amount, refund_id };
        state.note(entry);
      }
      await ledger.settled();
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

/** A charge that comes after its key was closed is refused as if its nonce were spent: the shopper enters a new one. */
function answerOf(entry: AttemptEntry): ChargeAnswer {
  if (entry.type === 'close') return { outcome: 'declined', reason: 'NONCE_CONSUMED', transaction_id: null };
  if (entry.type === 'decline') {
    return { outcome: 'declined', reason: entry.reason, transaction_id: entry.transaction_id };
  }
  return {
    outcome: 'charged',
    transaction_id: entry.transaction_id,
    amount: entry.amount,
    method: { kind: 'card', brand: entry.card.brand, last_four: entry.card.last_four },
    vault_token: entry.vault_token,
  };
}
