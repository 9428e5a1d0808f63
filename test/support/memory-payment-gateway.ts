import { randomBytes } from 'node:crypto';
import type { ChargeDecision } from '#adapters/payments/sandbox/gateway/charge-decision.ts';
import { openLedger } from '#adapters/payments/sandbox/gateway/ledger.ts';
import type { ChargeEntry, RefundEntry } from '#adapters/payments/sandbox/gateway/ledger-file.ts';
import type { CardGateway, DeclineReason } from '#ports/payment-gateway.ts';
import type { CardGatewayHarness, CardNonceKind } from '#test/kits/card-gateway-kit.ts';

/** The result of the next charge, whatever its nonce. The caller receives `unknown` for `lost`. */
type ScriptedCharge =
  | { readonly goes: 'charged' }
  | { readonly goes: 'declined'; readonly reason: DeclineReason }
  | { readonly goes: 'lost'; readonly was_charged: boolean };

interface MemoryPaymentGateway extends CardGateway {
  /**
   * Sets the results of the next charges, in order. Without a scripted result, the nonce determines the
   * result.
   */
  script(...charges: readonly ScriptedCharge[]): void;
  /** While true, every call behaves as if the gateway were unreachable. */
  setOutage(isOut: boolean): void;
  /** All charges and refunds, in cents. */
  ledger(): { readonly charges: readonly ChargeEntry[]; readonly refunds: readonly RefundEntry[] };
}

const unknown = { outcome: 'unknown' } as const;

/** Creates a payment gateway with scripted results. It uses the sandbox gateway's own ledger, in memory. */
export function createMemoryPaymentGateway(): MemoryPaymentGateway {
  const ledger = openLedger({
    file: { history: [], append() {}, settled: async () => {}, close: async () => {} },
    clock: { now: () => Date.now() },
    ids: { token: (bytes) => randomBytes(bytes).toString('base64url') },
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
      };
    },
    async createClientToken(customerId) {
      return isOut ? null : `memory-client-token-${customerId ?? 'guest'}`;
    },
    async charge(request) {
      if (isOut) return unknown;
      const result = await ledger.charge(request, decisionOf(scripted.shift()));
      return result.result === 'response' ? result.response : unknown;
    },
    async chargeStored(request) {
      if (isOut) return unknown;
      const result = await ledger.chargeStored(request, decisionOf(scripted.shift()));
      return result.result === 'response' ? result.response : unknown;
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
      return isOut ? unknown : ledger.findAttempt(attemptKey);
    },
    async refund(transactionId, amount, refundKey) {
      return isOut ? unknown : ledger.refund(transactionId, amount, refundKey);
    },
  };
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
};

/**
 * Opens the in-memory gateway with the functions that the conformance kit needs. Its nonces can be used once.
 */
export async function openMemoryGateway(): Promise<CardGatewayHarness> {
  const gateway = createMemoryPaymentGateway();
  let made = 0;
  return {
    gateway,
    async nonce(kind) {
      made += 1;
      return `${nonces[kind]}#${made}`;
    },
    async taken(orderCode) {
      const { charges } = gateway.ledger();
      const counted = charges.filter((charge) => orderCode === null || charge.order_code === orderCode);
      return counted.reduce((sum, charge) => sum + charge.amount, 0);
    },
    cutOff: async () => gateway.setOutage(true),
    dispose: async () => {},
  };
}
