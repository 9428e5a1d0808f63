import { randomBytes } from 'node:crypto';
import type {
  CapturingGateway,
  CardGateway,
  ChargeOutcome,
  ChargeRequest,
  DeclineReason,
  FoundCharge,
} from '#ports/payment-gateway.ts';
import type { ChargeDecision } from '#sandbox/src/gateway/charge-decision.ts';
import { type ActionChoice, openLedger } from '#sandbox/src/gateway/ledger.ts';
import type { ChargeEntry, LedgerEntry, RefundEntry } from '#sandbox/src/gateway/ledger-file.ts';
import type { CardGatewayHarness, CardNonceKind, ToldCharge } from '#test/kits/card-gateway-harness.ts';

/** The result of the next charge, whatever its nonce. The caller receives `unknown` for `lost`. */
type ScriptedCharge =
  | { readonly goes: 'charged' }
  | { readonly goes: 'declined'; readonly reason: DeclineReason }
  | { readonly goes: 'lost'; readonly was_charged: boolean };

interface MemoryPaymentGateway extends CapturingGateway {
  /**
   * Sets the results of the next charges, in order. Without a scripted result, the nonce determines the
   * result.
   */
  script(...charges: readonly ScriptedCharge[]): void;
  /** While true, every call behaves as if the gateway were unreachable. */
  setOutage(isOut: boolean): void;
  /** Completes the action of a payment attempt as the buyer would at the bank. */
  act(attemptKey: string, choice: ActionChoice): Promise<void>;
  /** All charges and refunds, in cents. */
  ledger(): {
    readonly charges: readonly ChargeEntry[];
    readonly refunds: readonly RefundEntry[];
    /** Number of stored payment methods. */
    readonly storedCards: number;
  };
}

const unknown = { outcome: 'unknown' } as const;

/** Returns the vault tokens in the ledger. */
function storedTokens(entries: readonly LedgerEntry[]): ReadonlySet<string> {
  const tokens = entries.map((entry) => ('vault_token' in entry ? entry.vault_token : null));
  return new Set(tokens.filter((token) => token !== null));
}

/** Creates a payment gateway with scripted results. It uses the sandbox gateway's own ledger, in memory. */
export function createMemoryPaymentGateway(): MemoryPaymentGateway {
  const ledger = openLedger({
    file: { history: [], append() {}, settled: async () => {}, close: async () => {} },
    clock: { now: () => Date.now() },
    ids: { token: (bytes) => randomBytes(bytes).toString('base64url') },
    gatewayUrl: () => 'https://bank.example',
  });
  const scripted: ScriptedCharge[] = [];
  let isOut = false;

  return {
    name: 'sandbox',
    identity: 'sandbox',
    checkAccount: async () => {},
    offersCards: () => true,
    script(...charges) {
      scripted.push(...charges);
    },
    setOutage(out) {
      isOut = out;
    },
    ledger() {
      const entries = ledger.entries();
      return {
        charges: entries.filter((entry) => entry.type === 'charge'),
        refunds: entries
          .filter((entry) => entry.type === 'refund')
          .filter(({ refund_id }) => refund_id !== null),
        storedCards: storedTokens(entries).size,
      };
    },
    async act(attemptKey, choice) {
      const open = ledger
        .entries()
        .find((entry) => entry.type === 'action' && entry.attempt_key === attemptKey);
      if (open?.type === 'action') await ledger.act(open.transaction_id, choice);
    },
    async createClientToken({ customer }) {
      return isOut ? null : `memory-client-token-${customer?.id ?? 'guest'}`;
    },
    async charge(request) {
      if (isOut) return unknown;
      const result = await ledger.charge(request, decisionOf(scripted.shift()));
      return result.result === 'response' ? known(result.response) : unknown;
    },
    async chargeStored(request) {
      if (isOut) return unknown;
      const result = await ledger.chargeStored(request, decisionOf(scripted.shift()));
      const outcome = result.result === 'response' ? known(result.response) : unknown;
      return outcome.outcome === 'requires_action' ? unknown : outcome;
    },
    async capture(transactionId) {
      return isOut ? unknown : ledger.capture(transactionId);
    },
    async release(transactionId) {
      return isOut ? unknown : ledger.release(transactionId);
    },
    async vault({ payment_method_nonce, customer_id }) {
      return (isOut ? null : await ledger.vault(payment_method_nonce, customer_id)) ?? unknown;
    },
    async findCharge(attemptKey) {
      return isOut ? unknown : known(await ledger.findAttempt(attemptKey));
    },
    async cancelAction(attemptKey) {
      return isOut ? unknown : known(await ledger.cancelAction(attemptKey));
    },
    async refund(transactionId, amount, refundKey) {
      return isOut ? unknown : ledger.refund(transactionId, amount, refundKey);
    },
  };
}

function known<Response extends { readonly outcome: string }>(response: Response) {
  return response.outcome === 'processing'
    ? unknown
    : (response as Exclude<Response, { readonly outcome: 'processing' }>);
}

function decisionOf(scripted: ScriptedCharge | undefined): ChargeDecision | undefined {
  switch (scripted?.goes) {
    case 'charged':
      return { decision: 'charge', responds: true };
    case 'declined':
      return { decision: 'decline', reason: scripted.reason };
    case 'lost':
      return scripted.was_charged ? { decision: 'charge', responds: false } : { decision: 'silence' };
  }
}

const nonces: Readonly<Record<CardNonceKind, string>> = {
  accepted: 'fake-valid-nonce',
  declined: 'fake-processor-declined-visa-nonce',
  rejected: 'fake-gateway-rejected-fraud-nonce',
  consumed: 'fake-consumed-nonce',
  unknown: 'no-such-nonce',
  timeout_after_charge: 'fake-timeout-after-charge-nonce',
  timeout_before_charge: 'fake-timeout-before-charge-nonce',
  granted_in_part: 'fake-granted-in-part-nonce',
  other_currency: 'fake-processor-declined-visa-nonce',
  unfinished: 'fake-timeout-before-charge-nonce',
  needs_action: 'fake-redirect-action-nonce',
};

/** Returns the gateway without captures: it captures each charge at once. */
export function chargingAtOnce({ capture, release: _, ...gateway }: CapturingGateway): CardGateway {
  async function taken<Outcome extends ChargeOutcome | FoundCharge>(outcome: Outcome) {
    if (outcome.outcome !== 'authorised') return outcome;
    await capture(outcome.transaction_id);
    return { ...outcome, outcome: 'charged' as const };
  }
  return {
    ...gateway,
    charge: async (request) => taken(await gateway.charge(request)),
    chargeStored: async (request) => taken(await gateway.chargeStored(request)),
    findCharge: async (attemptKey) => taken(await gateway.findCharge(attemptKey)),
    cancelAction: async (attemptKey, transactionId) =>
      taken((await gateway.cancelAction?.(attemptKey, transactionId)) ?? unknown),
  };
}

/**
 * Opens the in-memory gateway with the functions that the conformance kit needs. Its nonces can be used once.
 */
export async function openMemoryGateway(
  as: (gateway: CapturingGateway) => CardGateway = (gateway) => gateway,
): Promise<CardGatewayHarness> {
  const memory = createMemoryPaymentGateway();
  let made = 0;
  const devices: string[] = [];
  const told = new Map<string, ToldCharge>();
  let moneyRequests = 0;
  const inUnknownState = new Set<string>();
  const note = ({ device_data }: Pick<ChargeRequest, 'device_data'>) => {
    if (device_data !== null) devices.push(device_data);
  };
  // All state is in the ledger, which represents the provider.
  const open = () =>
    as({
      ...memory,
      async charge(request) {
        moneyRequests += 1;
        note(request);
        const { return_url, locale, statement_descriptor, begins_series, order_code, customer_id } = request;
        told.set(request.attempt_key, {
          ...{ return_url, locale, statement_descriptor, begins_series },
          ...{ order_code, customer_id, amount: request.amount },
        });
        return inUnknownState.has(request.attempt_key) ? unknown : memory.charge(request);
      },
      findCharge: async (attemptKey) =>
        inUnknownState.has(attemptKey) ? unknown : memory.findCharge(attemptKey),
      async chargeStored(request) {
        moneyRequests += 1;
        return memory.chargeStored(request);
      },
      async refund(...request) {
        moneyRequests += 1;
        return memory.refund(...request);
      },
      async vault(request) {
        note(request);
        return memory.vault(request);
      },
    });
  const gateway = open();
  const away = async () => memory.setOutage(true);
  return {
    gateway,
    another: async () => open(),
    timeLimit: 300,
    method: { kind: 'card', brand: 'visa', last_four: '1881' },
    async nonce(kind) {
      made += 1;
      return `${nonces[kind]}#${made}`;
    },
    async taken(orderCode) {
      const { charges } = memory.ledger();
      const counted = charges.filter((charge) => orderCode === null || charge.order_code === orderCode);
      return counted.reduce((sum, charge) => sum + charge.amount, 0);
    },
    async refunded(orderCode) {
      const { charges, refunds } = memory.ledger();
      const ids = charges
        .filter(({ order_code }) => order_code === orderCode)
        .map((one) => one.transaction_id);
      const counted = refunds.filter(({ transaction_id }) => ids.includes(transaction_id));
      return counted.reduce((sum, refund) => sum + refund.amount, 0);
    },
    act: memory.act,
    tellUnknownState: async (attemptKey) => void inUnknownState.add(attemptKey),
    storedCards: async () => memory.ledger().storedCards,
    told: async (attemptKey) => told.get(attemptKey) ?? {},
    deviceData: async () => devices,
    cutOff: away,
    hang: away,
    answer: away,
    trickle: away,
    moneyRequests: async () => moneyRequests,
    dispose: async () => {},
  };
}
