import type { Cents } from '#core/model/primitives.ts';
import type {
  CardGateway,
  ChargeOutcome,
  ChargeRequest,
  DeclineReason,
  VaultOutcome,
} from '#ports/payment-gateway.ts';

type Charged = Extract<ChargeOutcome, { outcome: 'charged' }>;
type Settled = Extract<ChargeOutcome, { outcome: 'charged' | 'declined' }>;

/** How the next charge goes, whatever its nonce. `lost` ends as `unknown` for the caller. */
type ScriptedCharge =
  | { readonly goes: 'charged' }
  | { readonly goes: 'declined'; readonly reason: DeclineReason }
  | { readonly goes: 'lost'; readonly was_charged: boolean };

interface MemoryPaymentGateway extends CardGateway {
  /** Scripts the charges to come, in order; those without a script go by their nonce. */
  script(...charges: readonly ScriptedCharge[]): void;
  /** While true, every call ends as if the gateway were out of reach. */
  setOutage(isOut: boolean): void;
  /** All money taken and given back, in cents. */
  ledger(): {
    readonly charges: readonly (ChargeRequest & { readonly transaction_id: string })[];
    readonly refunds: readonly { readonly transaction_id: string; readonly amount: Cents }[];
  };
}

/** By public nonce. With something behind a `#` it is a nonce of its own, which one attempt may have and no other. */
const behaviours: Readonly<Record<string, ScriptedCharge>> = {
  'fake-valid-nonce': { goes: 'charged' },
  'fake-declined-when-stored-nonce': { goes: 'charged' },
  'fake-processor-declined-visa-nonce': { goes: 'declined', reason: 'PROCESSOR_DECLINED' },
  'fake-gateway-rejected-fraud-nonce': { goes: 'declined', reason: 'GATEWAY_REJECTED_FRAUD' },
  'fake-consumed-nonce': { goes: 'declined', reason: 'NONCE_CONSUMED' },
  'fake-timeout-after-charge-nonce': { goes: 'lost', was_charged: true },
  'fake-timeout-before-charge-nonce': { goes: 'lost', was_charged: false },
};

/** What happened under an attempt key, and for what request. */
interface Attempt {
  readonly request: ChargeRequest | null;
  readonly settled: Settled | null;
}

interface StoredMethod {
  readonly customer_id: string;
  readonly goes: ScriptedCharge;
}

interface Books {
  readonly spent: Set<string>;
  readonly vault: Map<string, StoredMethod>;
  readonly attempts: Map<string, Attempt>;
  readonly charges: (ChargeRequest & { readonly transaction_id: string })[];
  readonly refunds: {
    readonly transaction_id: string;
    readonly amount: Cents;
    readonly refund_key: string;
  }[];
}

/** What a nonce makes the gateway do; undefined for none that it ever gave. Uses up one that works once. */
function useNonce({ spent }: Books, nonce: string): ScriptedCharge | undefined {
  const [kind = '', number] = nonce.split('#');
  if (number === undefined) return behaviours[kind];
  if (spent.has(nonce)) return { goes: 'declined', reason: 'NONCE_CONSUMED' };
  spent.add(nonce);
  return behaviours[kind];
}

function take(books: Books, request: ChargeRequest): Charged {
  const number = books.charges.length + 1;
  const transaction_id = `memory-${number}`;
  books.charges.push({ ...request, transaction_id });
  return {
    outcome: 'charged',
    transaction_id,
    amount: request.amount,
    method: { kind: 'card', brand: 'visa', last_four: '1881' },
    vault_token: request.save_payment_method
      ? keep(books, request.payment_method_nonce, request.customer_id)
      : null,
  };
}

function keep(books: Books, nonce: string, customer_id: string | null): string | null {
  if (customer_id === null) return null;
  const vault_token = `vault:${books.vault.size + 1}`;
  const isRefusedLater = nonce.startsWith('fake-declined-when-stored-nonce');
  const goes: ScriptedCharge = isRefusedLater
    ? { goes: 'declined', reason: 'PROCESSOR_DECLINED' }
    : { goes: 'charged' };
  books.vault.set(vault_token, { customer_id, goes });
  return vault_token;
}

function vault(books: Books, nonce: string, customerId: string): VaultOutcome {
  const how = useNonce(books, nonce) ?? { goes: 'declined', reason: 'NONCE_UNKNOWN' };
  if (how.goes === 'lost') return { outcome: 'unknown' };
  if (how.goes === 'declined') return { outcome: 'declined', reason: how.reason };
  const vault_token = keep(books, nonce, customerId) ?? '';
  return { outcome: 'vaulted', vault_token, method: { kind: 'card', brand: 'visa', last_four: '1881' } };
}

function charge(books: Books, request: ChargeRequest, scripted: ScriptedCharge | undefined): ChargeOutcome {
  const earlier = books.attempts.get(request.attempt_key);
  if (earlier !== undefined) return repeat(earlier, request);
  const stored = books.vault.get(request.payment_method_nonce);
  const byNonce =
    stored !== undefined && stored.customer_id === request.customer_id
      ? stored.goes
      : useNonce(books, request.payment_method_nonce);
  const how = scripted ?? byNonce ?? { goes: 'declined', reason: 'NONCE_UNKNOWN' };
  if (how.goes === 'lost' && !how.was_charged) return { outcome: 'unknown' };
  const settled: Settled =
    how.goes === 'declined'
      ? { outcome: 'declined', reason: how.reason, transaction_id: null }
      : take(books, request);
  books.attempts.set(request.attempt_key, { request, settled });
  return how.goes === 'lost' ? { outcome: 'unknown' } : settled;
}

function repeat({ request: first, settled }: Attempt, request: ChargeRequest): ChargeOutcome {
  if (first === null || settled === null) {
    return { outcome: 'declined', reason: 'NONCE_CONSUMED', transaction_id: null };
  }
  const isSame =
    first.amount === request.amount &&
    first.order_code === request.order_code &&
    first.payment_method_nonce === request.payment_method_nonce;
  return isSame ? settled : { outcome: 'unknown' };
}

/** A payment gateway in memory that can be told what to do; behaves like the sandbox otherwise. */
export function createMemoryPaymentGateway(): MemoryPaymentGateway {
  const books: Books = { spent: new Set(), vault: new Map(), attempts: new Map(), charges: [], refunds: [] };
  const scripted: ScriptedCharge[] = [];
  let isOut = false;

  return {
    name: 'sandbox',
    script(...charges) {
      scripted.push(...charges);
    },
    setOutage(out) {
      isOut = out;
    },
    ledger: () => ({ charges: books.charges, refunds: books.refunds }),
    async createClientToken(customerId) {
      return isOut ? null : `memory-client-token-${customerId ?? 'guest'}`;
    },
    async charge(request) {
      return isOut ? { outcome: 'unknown' } : charge(books, request, scripted.shift());
    },
    async vault({ payment_method_nonce, customer_id }) {
      return isOut ? { outcome: 'unknown' } : vault(books, payment_method_nonce, customer_id);
    },
    async findCharge(attemptKey) {
      if (isOut) return { outcome: 'unknown' };
      const attempt = books.attempts.get(attemptKey);
      if (attempt?.settled) return attempt.settled;
      books.attempts.set(attemptKey, { request: null, settled: null });
      return { outcome: 'never_charged' };
    },
    async refund(transaction_id, amount, refund_key) {
      if (isOut) return { outcome: 'unknown' };
      const index = books.refunds.findIndex((refund) => refund.refund_key === refund_key);
      const earlier = books.refunds[index];
      if (earlier !== undefined) {
        const isSame = earlier.transaction_id === transaction_id && earlier.amount === amount;
        return isSame ? { outcome: 'refunded', refund_id: `refund-${index + 1}` } : { outcome: 'refused' };
      }
      const charged = books.charges.find((entry) => entry.transaction_id === transaction_id)?.amount ?? 0;
      const given = books.refunds.filter((refund) => refund.transaction_id === transaction_id);
      if (amount > charged - given.reduce((sum, refund) => sum + refund.amount, 0))
        return { outcome: 'refused' };
      books.refunds.push({ transaction_id, amount, refund_key });
      return { outcome: 'refunded', refund_id: `refund-${books.refunds.length}` };
    },
  };
}
