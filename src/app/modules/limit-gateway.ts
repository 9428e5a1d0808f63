import type { Log } from '#ports/log.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { observeGateway } from './observe-gateway.ts';

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
  return observeGateway(gateway, async (call, work) => {
    try {
      return await withTimeout(limit, work);
    } catch (error) {
      log.error('gateway_failed', error, { provider: gateway.name, call });
      return call === 'createClientToken' ? null : { outcome: 'unknown' };
    }
  });
}
