import type { Log } from '#ports/log.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import { inTime } from '#server/platform/in-time.ts';
import { aroundGateway } from './around-gateway.ts';

/**
 * Timeout of a gateway call in milliseconds. Gateways promise 10 seconds, so it only affects those that break the
 * promise.
 */
const callLimit = 12_000;

/**
 * Wraps a gateway so that its calls never reject and always end: a call that fails or exceeds `limit` milliseconds is
 * logged as `gateway_failed`, and its outcome is `unknown` (a client token is null). A late response is ignored;
 * `findCharge` looks up the outcome (docs/behaviour/checkout-and-payment.md#unknown-outcome).
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
