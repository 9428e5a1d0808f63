import { captureTests, describeCardGateway } from '#test/kits/card-gateway-kit.ts';
import { fetchTests } from '#test/kits/exhaustive-payment-cases.ts';
import { chargingAtOnce, openMemoryGateway } from '#test/support/memory-payment-gateway.ts';

const noRequests = fetchTests.card.map((test) => ({ test, reason: 'its provider is asked in memory' }));

describeCardGateway({ name: 'memory', create: () => openMemoryGateway(), skip: noRequests });

describeCardGateway({
  name: 'memory, which takes the money with the charge',
  create: () => openMemoryGateway(chargingAtOnce),
  skip: [...noRequests, ...captureTests.map((test) => ({ test, reason: 'there is no capture' }))],
});
