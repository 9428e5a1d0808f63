import type { ChargeOutcome, ChargeRequest } from '#ports/payment-gateway.ts';
import { brokenActions } from '#test/architecture/support/break-actions.ts';
import { brokenAmounts } from '#test/architecture/support/break-amounts.ts';
import { brokenCaptures } from '#test/architecture/support/break-captures.ts';
import { brokenCharging } from '#test/architecture/support/break-charging.ts';
import { brokenClocks } from '#test/architecture/support/break-clocks.ts';
import { brokenLostResponses } from '#test/architecture/support/break-lost-responses.ts';
import { brokenProcesses } from '#test/architecture/support/break-processes.ts';
import { brokenRefunds } from '#test/architecture/support/break-refunds.ts';
import { brokenSilence } from '#test/architecture/support/break-silence.ts';
import { brokenSurprises } from '#test/architecture/support/break-surprises.ts';
import { brokenUnreadable } from '#test/architecture/support/break-unreadable.ts';
import { brokenVault } from '#test/architecture/support/break-vault.ts';
import { breaking, describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import type { CardGatewayHarness } from '#test/kits/card-gateway-harness.ts';
import { cardGatewayCases } from '#test/kits/card-gateway-kit.ts';
import { exhaustiveCardCases, exhaustivePaymentCases } from '#test/kits/exhaustive-payment-cases.ts';
import { isCapturing, type PaymentGatewayHarness } from '#test/kits/payment-gateway-harness.ts';
import { paymentGatewayCases } from '#test/kits/payment-gateway-kit.ts';
import { severalProcessesCases } from '#test/kits/several-processes-cases.ts';
import { openMemoryGateway } from '#test/support/memory-payment-gateway.ts';

const brokenElsewhere = { ...severalProcessesCases, ...exhaustivePaymentCases, ...exhaustiveCardCases };

describeBreaks<CardGatewayHarness>({
  name: 'the kit for card gateways, run with the memory gateway',
  cases: Object.fromEntries(
    Object.entries(cardGatewayCases).filter(([title]) => !Object.hasOwn(brokenElsewhere, title)),
  ),
  create: () => openMemoryGateway(),
  breaks: [
    ...brokenCharging,
    ...brokenSurprises,
    ...brokenSilence,
    ...brokenAmounts,
    ...brokenActions,
    ...brokenCaptures,
    ...brokenClocks,
    ...brokenLostResponses,
    ...brokenRefunds,
    ...brokenVault,
    ...brokenUnreadable,
  ],
});

describeBreaks<CardGatewayHarness>({
  name: 'the kit for gateways of several processes, run with the memory gateway',
  cases: severalProcessesCases,
  create: () => openMemoryGateway(),
  breaks: brokenProcesses,
});

/** Opens the memory gateway as one whose money arrives after the charge, as with bank transfers. */
async function openAwaitingGateway(): Promise<PaymentGatewayHarness> {
  const harness = await openMemoryGateway();
  const { gateway } = harness;
  const chargeAndCapture = async (request: ChargeRequest): Promise<ChargeOutcome> => {
    const outcome = await gateway.charge(request);
    if (outcome.outcome !== 'authorised' || !isCapturing(gateway)) return outcome;
    await gateway.capture(outcome.transaction_id);
    return { ...outcome, outcome: 'charged' };
  };
  const arrived = new Set<string>();
  const promised = new Map<string, { readonly order: string; readonly transaction: string }>();
  const hide = <Outcome extends { readonly outcome: string }>(
    key: string,
    outcome: Outcome | ChargeOutcome,
  ) =>
    outcome.outcome === 'charged' && 'transaction_id' in outcome && !arrived.has(key)
      ? ({
          outcome: 'awaiting_payment',
          transaction_id: outcome.transaction_id,
          method: outcome.method,
        } as const)
      : (outcome as Outcome);
  return {
    ...harness,
    gateway: {
      ...gateway,
      async charge(request) {
        const outcome = await chargeAndCapture(request);
        if (outcome.outcome === 'charged')
          promised.set(request.attempt_key, {
            order: request.order_code,
            transaction: outcome.transaction_id,
          });
        return hide(request.attempt_key, outcome);
      },
      findCharge: async (key) => hide(key, await gateway.findCharge(key)),
      async refund(transaction, amount, key) {
        const [attempt] = [...promised].find(([, made]) => made.transaction === transaction) ?? [];
        const isAwaited = attempt !== undefined && !arrived.has(attempt);
        return isAwaited ? { outcome: 'refused' } : gateway.refund(transaction, amount, key);
      },
    },
    async taken(order) {
      const isHere = [...promised].some(([key, made]) => made.order === order && arrived.has(key));
      return isHere ? harness.taken(order) : 0;
    },
    arrive: async (key) => void arrived.add(key),
  };
}

const awaits = 'reports no money and refunds nothing while it awaits the money';

const broken = breaking<PaymentGatewayHarness, 'gateway'>('gateway');

describeBreaks<PaymentGatewayHarness>({
  name: 'the kit for a gateway whose money arrives later',
  cases: { [awaits]: paymentGatewayCases[awaits] as (harness: PaymentGatewayHarness) => Promise<void> },
  create: openAwaitingGateway,
  breaks: [
    {
      name: 'counts awaited money as taken',
      wrap: (harness) => ({ ...harness, taken: async () => 8_900 }),
      noticedBy: [awaits],
    },
    {
      name: 'does not report the arrival of the money',
      wrap: (harness) => ({ ...harness, arrive: async () => undefined }),
      noticedBy: [awaits],
    },
    broken(
      'refunds money that has not arrived',
      () => ({ refund: async (_, __, refund_id) => ({ outcome: 'refunded', refund_id }) }),
      [awaits],
    ),
    broken(
      'returns another transaction for the arrived money',
      (gateway) => ({
        async findCharge(key) {
          const found = await gateway.findCharge(key);
          return found.outcome === 'charged' ? { ...found, transaction_id: 'another' } : found;
        },
      }),
      [awaits],
    ),
  ],
});
