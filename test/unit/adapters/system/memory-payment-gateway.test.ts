import { expect, test } from 'vitest';
import { cents } from '#core/rules/money.ts';
import { captureTests, describeCardGateway } from '#test/kits/card-gateway-kit.ts';
import {
  chargingAtOnce,
  createMemoryPaymentGateway,
  openMemoryGateway,
} from '#test/support/memory-payment-gateway.ts';

describeCardGateway({ name: 'memory', create: () => openMemoryGateway() });

describeCardGateway({
  name: 'memory, which takes the money with the charge',
  create: () => openMemoryGateway(chargingAtOnce),
  skip: captureTests.map((test) => ({ test, reason: 'there is no capture' })),
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
      begins_series: false,
      return_url: 'https://shop.example/en/checkout/return/1',
      locale: 'en',
      statement_descriptor: null,
    });
  expect(await charge('A')).toEqual({ outcome: 'unknown' });
  expect(await charge('B')).toMatchObject({ outcome: 'declined' });
  expect(await charge('C')).toMatchObject({ outcome: 'authorised' });
  expect(await gateway.findCharge('A/1')).toMatchObject({ outcome: 'authorised' });
  expect(gateway.ledger().charges).toEqual([]);
});
