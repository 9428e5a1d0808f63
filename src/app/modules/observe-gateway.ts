import type { PaymentGateway } from '#ports/payment-gateway.ts';

/** Methods of gateways that call the provider. */
const gatewayCalls: ReadonlySet<string | symbol> = new Set([
  'createClientToken',
  'charge',
  'chargeStored',
  'findCharge',
  'cancelAction',
  'capture',
  'release',
  'vault',
  'refund',
]);

/** Wraps a gateway so that `observe` runs around each call to the provider. */
export function observeGateway<Gateway extends PaymentGateway>(
  gateway: Gateway,
  observe: (call: string, work: () => Promise<unknown>) => Promise<unknown>,
): Gateway {
  return new Proxy(gateway, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!gatewayCalls.has(name)) return value.bind(target);
      return (...request: unknown[]) => observe(String(name), async () => value.apply(target, request));
    },
  });
}
