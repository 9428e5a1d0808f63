import type { DeclineReason, ServerClock } from 'meisterhand/ports';
import type { PaymentMethod } from './charge-decision.ts';
import type {
  ActionEntry,
  AuthorisationEntry,
  ChargeEntry,
  CloseEntry,
  DeclineEntry,
  LedgerEntry,
  NonceEntry,
  RefundEntry,
  StoredCard,
} from './ledger-file.ts';
import { publicNonces } from './test-cards.ts';

/** The newest entry of a payment attempt. */
export type AttemptEntry = ActionEntry | AuthorisationEntry | ChargeEntry | DeclineEntry | CloseEntry;

/** Lifetime of a nonce in milliseconds: three hours, as Braintree's. */
const nonceLifetime = 3 * 60 * 60 * 1000;

export type LedgerIndex = ReturnType<typeof createIndex>;

/** Creates the state that results from the entries of the ledger. */
export function createIndex(clock: ServerClock) {
  const entries: LedgerEntry[] = [];
  const nonces = new Map<string, NonceEntry>();
  const spent = new Set<string>();
  const attempts = new Map<string, AttemptEntry>();
  const actions = new Map<string, ActionEntry>();
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
    if (entry.type === 'action') actions.set(entry.transaction_id, entry);
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
    findAction(transactionId: string): { readonly action: ActionEntry; readonly isOpen: boolean } | null {
      const action = actions.get(transactionId);
      return action === undefined ? null : { action, isOpen: attempts.get(action.attempt_key) === action };
    },
    authorisation: (transactionId: string) => authorisations.get(transactionId),
    isReleased: (transactionId: string) => released.has(transactionId),
    charge: (transactionId: string) => charges.get(transactionId),
    refund: (refundKey: string) => refunds.get(refundKey),
    /** Returns the amount of a charge that was already refunded, in cents. */
    refunded: (transactionId: string) => refunded.get(transactionId) ?? 0,
  };
}
