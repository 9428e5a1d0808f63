import { expect, test } from 'vitest';
import { captureTests, describeCardGateway } from '#test/kits/card-gateway-kit.ts';
import { requestFor } from '#test/kits/payment-gateway-harness.ts';
import { fetchTests } from '#test/kits/payment-walk-cases.ts';
import {
  chargingAtOnce,
  createMemoryPaymentGateway,
  openMemoryGateway,
} from '#test/support/memory-payment-gateway.ts';

const noRequests = fetchTests.card.map((test) => ({ test, reason: 'its provider is asked in memory' }));

describeCardGateway({ name: 'memory', create: () => openMemoryGateway(), skip: noRequests });

describeCardGateway({
  name: 'memory, which takes the money with the charge',
  create: () => openMemoryGateway(chargingAtOnce),
  skip: [...noRequests, ...captureTests.map((test) => ({ test, reason: 'there is no capture' }))],
});

test('a script decides the next charges in order, whatever their nonces', async () => {
  const gateway = createMemoryPaymentGateway();
  gateway.script({ goes: 'lost', was_charged: true }, { goes: 'declined', reason: 'PROCESSOR_DECLINED' });
  const charge = (order_code: string) =>
    gateway.charge(requestFor('fake-valid-nonce', { attempt_key: `${order_code}/1`, order_code }));
  expect(await charge('A')).toEqual({ outcome: 'unknown' });
  expect(await charge('B')).toMatchObject({ outcome: 'declined' });
  expect(await charge('C')).toMatchObject({ outcome: 'authorised' });
  expect(await gateway.findCharge('A/1')).toMatchObject({ outcome: 'authorised' });
  expect(gateway.ledger().charges).toEqual([]);
});
