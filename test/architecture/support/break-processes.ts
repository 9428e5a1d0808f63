import type { ChargeOutcome, FoundCharge, RefundOutcome } from '#ports/payment-gateway.ts';
import { severalProcessesCases } from '#test/kits/several-processes-cases.ts';
import { broken, type CardGatewayBreak, declined } from './break-gateway.ts';

const [finds = '', refunds = '', closes = ''] = Object.keys(severalProcessesCases);

/** Gateways that keep state in memory instead of at the provider, where all processes find it. */
export const brokenProcesses: readonly CardGatewayBreak[] = [
  broken(
    'finds only the charges of its own process',
    (gateway) => {
      const sent = new Set<string>();
      return {
        charge(request) {
          sent.add(request.attempt_key);
          return gateway.charge(request);
        },
        findCharge: async (key): Promise<FoundCharge> =>
          sent.has(key) ? gateway.findCharge(key) : { outcome: 'never_charged' },
      };
    },
    [finds],
  ),
  broken(
    'detects repeated charges only in its own process',
    (gateway) => {
      const made = new Map<string, Promise<ChargeOutcome>>();
      const own = `${Math.random()}`;
      return {
        charge(request) {
          const { attempt_key, payment_method_nonce } = request;
          const again = { ...request, attempt_key: `${attempt_key}/${own}`, payment_method_nonce };
          const outcome = made.get(attempt_key) ?? gateway.charge(again);
          made.set(attempt_key, outcome);
          return outcome;
        },
        findCharge: (key) => gateway.findCharge(`${key}/${own}`),
      };
    },
    [finds, closes],
  ),
  broken(
    'detects repeated refunds only in its own process',
    (gateway) => {
      const made = new Map<string, Promise<RefundOutcome>>();
      let calls = 0;
      return {
        refund(transaction, amount, key) {
          calls += 1;
          const outcome =
            made.get(key) ?? gateway.refund(transaction, amount, `${key}/${calls}/${Math.random()}`);
          made.set(key, outcome);
          return outcome;
        },
      };
    },
    [refunds],
  ),
  broken(
    'closes a payment attempt only in its own process',
    (gateway) => {
      const closed = new Set<string>();
      const attempts = new Set<string>();
      return {
        async charge(request) {
          if (closed.has(request.attempt_key)) return declined('NONCE_CONSUMED');
          const outcome = await gateway.charge(request);
          if (outcome.outcome !== 'unknown') attempts.add(request.attempt_key);
          return outcome;
        },
        async findCharge(key) {
          if (attempts.has(key)) return gateway.findCharge(key);
          closed.add(key);
          return { outcome: 'never_charged' };
        },
      };
    },
    [finds, closes],
  ),
];
