import type {
  CapturingGateway,
  CardGateway,
  ChargeOutcome,
  ChargeRequest,
  FoundCharge,
} from '#ports/payment-gateway.ts';
import type { CardGatewayHarness } from '#test/kits/card-gateway-harness.ts';
import { tokenRequestFor } from '#test/kits/payment-gateway-harness.ts';
import type { Break } from './describe-breaks.ts';
import { withGateway } from './run-case.ts';

/** Tests of the kit that notice several kinds of defects. */
export const silentStatus = 'returns unknown, never a decline, for 401, 429, 500 and 503';
export const silentCards = 'returns unknown for 401, 429, 500 and 503 from every call about cards';
export const inTime = 'returns within its time limit when the provider never responds';
export const cardsInTime = 'returns within its time limit from every call about cards';
export const unreadable =
  'returns unknown for an unreadable response with status 200: HTML, an empty body, truncated JSON';
export const trickles = 'returns within its time limit when a response never ends, and closes the connection';
export const repeats =
  'repeats no charge and no refund by itself after a lost, refused or unreadable response';
export const timersLeft = 'leaves no timer behind after a call, successful or not';
export const unreadableCard = 'returns unknown for an unreadable response about a card';
export const cardTrickles =
  'returns within its time limit when a response about a card never ends, and closes the connection';
export const grantedAmount = 'reports the amount that was granted, not the amount of the request';
export const otherCurrency = 'never reports a charge in another currency as paid';
export const acted = 'grants the payment once the buyer has acted';
export const notActed = 'declines a payment that the buyer has declined or cancelled';
export const ownCancel =
  'returns CANCELLED_BY_BUYER when the buyer cancels at the bank, and never for a decline';
export const actionClosed = 'closes a payment attempt whose action it ends';
export const noSilentCards = 'leaves no card at the provider that nobody asked to store';

export type CardGatewayBreak = Break<CardGatewayHarness>;

/** Returns a defect that replaces methods of the gateway. `change` is called once for each gateway of a harness. */
export function broken(
  name: string,
  change: (gateway: CapturingGateway) => Partial<CardGateway>,
  noticedBy: readonly string[],
): CardGatewayBreak {
  return {
    name,
    noticedBy,
    wrap: (harness) => withGateway(harness, (gateway: CardGateway) => change(gateway as CapturingGateway)),
  };
}

/** Returns a defect that changes the outcome of a charge in the same way in `charge` and in `findCharge`. */
export function misread(
  name: string,
  read: <Outcome extends ChargeOutcome | FoundCharge>(outcome: Outcome) => Outcome,
  noticedBy: readonly string[],
): CardGatewayBreak {
  return broken(
    name,
    (gateway) => ({
      charge: async (request) => read(await gateway.charge(request)),
      findCharge: async (attemptKey) => read(await gateway.findCharge(attemptKey)),
    }),
    noticedBy,
  );
}

/** Replaces methods of the gateway for as long as `isNow` returns true. */
function whenever(
  gateway: CardGateway,
  isNow: () => boolean,
  methods: Readonly<Record<string, unknown>>,
): CardGateway {
  return new Proxy(gateway, {
    get(target, name: string) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) =>
        Reflect.apply(
          isNow() ? ((methods[name] as typeof value | undefined) ?? value) : value,
          target,
          given,
        );
    },
  });
}

/** Returns a defect that replaces methods while the provider responds to everything with `status`. */
export function misreads(
  status: number,
  meaning: string,
  methods: Readonly<Partial<Record<keyof CardGateway, () => Promise<unknown>>>>,
  noticedBy: string,
): CardGatewayBreak {
  return {
    name: `reports a response with status ${status} as ${meaning}`,
    noticedBy: [noticedBy],
    wrap(harness) {
      let current = 0;
      return {
        ...harness,
        async answer(given, body) {
          current = given;
          await harness.answer(given, body);
        },
        gateway: whenever(harness.gateway, () => current === status, methods),
      };
    },
  };
}

/** Returns a defect: the method waits for ever for a response that does not come or does not end. */
export function withoutTimeLimit(
  method: keyof CardGateway,
  noticedBy: string,
  when: 'hang' | 'trickle' = 'hang',
): CardGatewayBreak {
  return {
    name: `has no time limit in ${method} (${when})`,
    noticedBy: [noticedBy],
    wrap(harness) {
      let isHanging = false;
      const endlessly = () => new Promise(() => undefined);
      return {
        ...harness,
        async [when]() {
          isHanging = true;
          await harness[when]?.();
        },
        gateway: whenever(harness.gateway, () => isHanging, { [method]: endlessly }),
      };
    },
  };
}

/** Returns whether a charge is authorised or already captured. */
export function isGranted<Outcome extends ChargeOutcome | FoundCharge>(
  outcome: Outcome,
): outcome is Extract<Outcome, { outcome: 'authorised' | 'charged' }> {
  return outcome.outcome === 'authorised' || outcome.outcome === 'charged';
}

/**
 * Charges the same request once more with a valid nonce and captures the amount: the defect of a double
 * charge.
 */
export async function takeAgain(gateway: CapturingGateway, request: ChargeRequest): Promise<void> {
  const again = await gateway.charge({ ...request, payment_method_nonce: 'fake-valid-nonce' });
  if (again.outcome === 'authorised') await gateway.capture(again.transaction_id);
}

/**
 * Waits for one turn of the event loop. Parallel calls then pass a check before the first of them acts on it.
 */
export const moment = () => new Promise<void>((resolve) => setImmediate(resolve));

export const isAway = async (gateway: CardGateway) =>
  (await gateway.createClientToken(tokenRequestFor(null))) === null;
export const declined = (reason: 'PROCESSOR_DECLINED' | 'NONCE_CONSUMED') =>
  ({ outcome: 'declined', reason, transaction_id: null }) as const;
export const unknown = { outcome: 'unknown' } as const;

/**
 * Returns a nonce of the memory gateway without the number after `#`. Only numbered nonces are limited to one
 * use.
 */
export function withoutNumber({ payment_method_nonce }: Pick<ChargeRequest, 'payment_method_nonce'>): string {
  return payment_method_nonce.split('#')[0] ?? '';
}
