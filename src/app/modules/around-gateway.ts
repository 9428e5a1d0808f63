import type { PaymentGateway } from '#ports/payment-gateway.ts';

/** Methods of gateways that ask the provider. */
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

/** A gateway that asks the same provider, with `observe` around each of its calls. */
export function aroundGateway<Gateway extends PaymentGateway>(
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
