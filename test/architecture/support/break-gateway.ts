import type { CardGateway, ChargeOutcome, ChargeRequest, FoundCharge } from '#ports/payment-gateway.ts';
import type { CardGatewayHarness } from '#test/kits/card-gateway-kit.ts';
import type { Break } from './describe-breaks.ts';

export type CardGatewayBreak = Break<CardGatewayHarness>;

/** A break of what the adapter itself answers; each harness gets one of its own. */
export function broken(
  name: string,
  change: (gateway: CardGateway) => Partial<CardGateway>,
  noticedBy: readonly string[],
): CardGatewayBreak {
  return {
    name,
    noticedBy,
    wrap: (harness) => ({ ...harness, gateway: { ...harness.gateway, ...change(harness.gateway) } }),
  };
}

/** The same wrong look at what a charge came to, when it is made and when it is looked up. */
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

/** Whether the bank holds the amount ready, or it is taken. */
export function isGranted<Outcome extends ChargeOutcome | FoundCharge>(
  outcome: Outcome,
): outcome is Extract<Outcome, { outcome: 'authorised' | 'charged' }> {
  return outcome.outcome === 'authorised' || outcome.outcome === 'charged';
}

/** Charges once more and takes the money, beside what was asked for. */
export async function takeAgain(gateway: CardGateway, request: ChargeRequest): Promise<void> {
  const again = await gateway.charge({ ...request, payment_method_nonce: 'fake-valid-nonce' });
  if (again.outcome === 'authorised') await gateway.capture(again.transaction_id);
}

/** The moment between a look and what follows from it. */
export const moment = () => new Promise<void>((resolve) => setImmediate(resolve));

export const isAway = async (gateway: CardGateway) => (await gateway.createClientToken(null)) === null;
export const declined = (reason: 'PROCESSOR_DECLINED' | 'NONCE_CONSUMED') =>
  ({ outcome: 'declined', reason, transaction_id: null }) as const;
export const unknown = { outcome: 'unknown' } as const;

/** What stands behind the `#` lets a nonce of the gateway in memory be used once only. */
export function withoutNumber({ payment_method_nonce }: Pick<ChargeRequest, 'payment_method_nonce'>): string {
  return payment_method_nonce.split('#')[0] ?? '';
}
