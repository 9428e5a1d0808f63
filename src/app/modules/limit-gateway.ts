import type { Log } from '#ports/log.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import { inTime } from '#server/platform/in-time.ts';
import { aroundGateway } from './around-gateway.ts';

/**
 * Milliseconds for one call of a gateway: its own limit is 10 seconds, so only one that breaks the promise is stopped.
 */
const callLimit = 12_000;

/**
 * A gateway whose calls never reject and always end, whatever the module does: what fails or takes longer than `limit`
 * milliseconds is logged as `gateway_failed`, and its outcome is `unknown` (a client token is null). A late answer is
 * not used: the outcome is asked by `findCharge` (docs/behaviour/checkout-and-payment.md#unknown-outcome).
 */
export function limitGateway<Gateway extends PaymentGateway>(
  gateway: Gateway,
  log: Log,
  limit = callLimit,
): Gateway {
  return aroundGateway(gateway, async (call, work) => {
    try {
      return await inTime(limit, work);
    } catch (error) {
      log.error('gateway_failed', error, { provider: gateway.name, call });
      return call === 'createClientToken' ? null : { outcome: 'unknown' };
    }
  });
}
