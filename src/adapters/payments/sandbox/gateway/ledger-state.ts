import type { DeclineReason } from '#ports/payment-gateway.ts';
import type { Clock } from '#ports/server-clock.ts';
import type {
  ChargeEntry,
  CloseEntry,
  DeclineEntry,
  Ledger,
  LedgerEntry,
  NonceEntry,
  RefundEntry,
  StoredCard,
  VaultEntry,
} from './ledger-file.ts';

import type { PaymentMeans } from './payment-methods.ts';
import { publicNonces } from './payment-methods.ts';

export type AttemptEntry = ChargeEntry | DeclineEntry | CloseEntry;

/** What the ledger's lines add up to. */
export interface GatewayState {
  /** Counts an entry and queues it for the disk; `settled` of the ledger says when it is safe. */
  note(entry: LedgerEntry): void;
  entries(): readonly LedgerEntry[];
  /** A nonce that may be charged or verified now, or why it may not. */
  usableNonce(nonce: string): NonceEntry | DeclineReason;
  /** What `payment_method_nonce` stands for: a public test nonce, a card of the customer's vault, or a nonce. */
  meansOf(name: string, customerId: string | null): PaymentMeans | DeclineReason;
  attempt(attemptKey: string): AttemptEntry | undefined;
  charge(transactionId: string): ChargeEntry | undefined;
  refund(refundKey: string): RefundEntry | undefined;
  /** Cents already given back of a charge. */
  refunded(transactionId: string): number;
}

/** Nonces live three hours, as Braintree's do. */
const nonceLife = 3 * 60 * 60 * 1000;

interface Tables {
  readonly entries: LedgerEntry[];
  readonly nonces: Map<string, NonceEntry>;
  readonly spent: Set<string>;
  readonly attempts: Map<string, AttemptEntry>;
  readonly charges: Map<string, ChargeEntry>;
  readonly vault: Map<string, { readonly card: StoredCard; readonly customer_id: string | null }>;
  readonly refunds: Map<string, RefundEntry>;
  readonly refunded: Map<string, number>;
}

function count(tables: Tables, entry: LedgerEntry): void {
  tables.entries.push(entry);
  if (entry.type === 'nonce') {
    tables.nonces.set(entry.nonce, entry);
    if (entry.replaces !== null) tables.spent.add(entry.replaces);
  } else if (entry.type === 'refund') {
    tables.refunds.set(entry.refund_key, entry);
    const before = tables.refunded.get(entry.transaction_id) ?? 0;
    if (entry.refund_id !== null) tables.refunded.set(entry.transaction_id, before + entry.amount);
  } else if (entry.type === 'vault') {
    countVault(tables, entry);
  } else {
    countAttempt(tables, entry);
  }
}

function countVault(tables: Tables, entry: VaultEntry): void {
  if (tables.nonces.has(entry.payment_method_nonce)) tables.spent.add(entry.payment_method_nonce);
  if (entry.vault_token !== null) tables.vault.set(entry.vault_token, entry);
}

function countAttempt(tables: Tables, entry: AttemptEntry): void {
  tables.attempts.set(entry.attempt_key, entry);
  if (entry.type === 'close') return;
  if (tables.nonces.has(entry.payment_method_nonce)) tables.spent.add(entry.payment_method_nonce);
  if (entry.type === 'decline') return;
  tables.charges.set(entry.transaction_id, entry);
  if (entry.vault_token !== null) tables.vault.set(entry.vault_token, entry);
}

/** Builds the state from what earlier processes wrote, and keeps it in step with the ledger. */
export function createGatewayState(ledger: Ledger, clock: Clock): GatewayState {
  const tables: Tables = {
    entries: [],
    nonces: new Map(),
    spent: new Set(),
    attempts: new Map(),
    charges: new Map(),
    vault: new Map(),
    refunds: new Map(),
    refunded: new Map(),
  };
  for (const entry of ledger.history) count(tables, entry);

  function usableNonce(nonce: string): NonceEntry | DeclineReason {
    const entry = tables.nonces.get(nonce);
    if (entry === undefined || clock.now() >= entry.at + nonceLife) return 'NONCE_UNKNOWN';
    return tables.spent.has(nonce) ? 'NONCE_CONSUMED' : entry;
  }

  return {
    note(entry) {
      count(tables, entry);
      ledger.append(entry);
    },
    entries: () => tables.entries,
    usableNonce,
    meansOf(name, customerId) {
      const known = publicNonces.get(name);
      if (typeof known === 'string') return known;
      if (known !== undefined) return { card: known, verified_amount: null, is_stored: false };
      const stored = tables.vault.get(name);
      if (stored !== undefined) {
        const isOwner = stored.customer_id === customerId;
        return isOwner ? { card: stored.card, verified_amount: null, is_stored: true } : 'NONCE_UNKNOWN';
      }
      const entry = usableNonce(name);
      return typeof entry === 'string' ? entry : { ...entry, is_stored: false };
    },
    attempt: (attemptKey) => tables.attempts.get(attemptKey),
    charge: (transactionId) => tables.charges.get(transactionId),
    refund: (refundKey) => tables.refunds.get(refundKey),
    refunded: (transactionId) => tables.refunded.get(transactionId) ?? 0,
  };
}
