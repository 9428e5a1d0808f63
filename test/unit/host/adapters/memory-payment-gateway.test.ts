import { expect, test } from 'vitest';
import { cents } from '#core/rules/money.ts';
import { createMemoryPaymentGateway } from '#host/adapters/memory-payment-gateway.ts';
import { describePaymentGateway } from '#test/kits/payment-gateway-kit.ts';

const nonces = {
  accepted: 'fake-valid-nonce',
  declined: 'fake-processor-declined-visa-nonce',
  rejected: 'fake-gateway-rejected-fraud-nonce',
  consumed: 'fake-consumed-nonce',
  unknown: 'no-such-nonce',
  timeout_after_charge: 'fake-timeout-after-charge-nonce',
  timeout_before_charge: 'fake-timeout-before-charge-nonce',
};

describePaymentGateway({
  name: 'memory',
  skip: [
    {
      test: 'lets only one of two attempts have a nonce',
      reason: 'the fake knows the public test nonces only, and those can be used again and again',
    },
    {
      test: 'uses up the nonce of a payment method that is kept',
      reason: 'the fake knows the public test nonces only, and those can be used again and again',
    },
  ],
  async create() {
    const gateway = createMemoryPaymentGateway();
    return {
      gateway,
      nonce: async (kind) => nonces[kind],
      async taken(orderCode) {
        const { charges } = gateway.ledger();
        const ofOrder = charges.filter((charge) => charge.order_code === orderCode);
        return ofOrder.reduce((sum, charge) => sum + charge.amount, 0);
      },
      cutOff: async () => gateway.setOutage(true),
      dispose: async () => {},
    };
  },
});

test('a script decides the next charges in order, whatever their nonces', async () => {
  const gateway = createMemoryPaymentGateway();
  gateway.script({ goes: 'lost', was_charged: true }, { goes: 'declined', reason: 'PROCESSOR_DECLINED' });
  const charge = (order_code: string) =>
    gateway.charge({
      attempt_key: `${order_code}/1`,
      order_code,
      amount: cents(100),
      payment_method_nonce: 'fake-valid-nonce',
      device_data: null,
      customer_id: null,
      save_payment_method: false,
    });
  expect(await charge('A')).toEqual({ outcome: 'unknown' });
  expect(await charge('B')).toMatchObject({ outcome: 'declined' });
  expect(await charge('C')).toMatchObject({ outcome: 'charged' });
  expect(gateway.ledger().charges.map((entry) => entry.order_code)).toEqual(['A', 'C']);
});
