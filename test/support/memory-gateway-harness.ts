import type { CardGatewayHarness, CardNonceKind } from '#test/kits/card-gateway-kit.ts';
import { createMemoryPaymentGateway } from './memory-payment-gateway.ts';

const nonces: Readonly<Record<CardNonceKind, string>> = {
  accepted: 'fake-valid-nonce',
  declined: 'fake-processor-declined-visa-nonce',
  rejected: 'fake-gateway-rejected-fraud-nonce',
  consumed: 'fake-consumed-nonce',
  unknown: 'no-such-nonce',
  timeout_after_charge: 'fake-timeout-after-charge-nonce',
  timeout_before_charge: 'fake-timeout-before-charge-nonce',
};

/** The gateway in memory, with nonces that work once. */
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
