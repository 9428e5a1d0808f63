import { describeCardGateway } from 'meisterhand/kits';
import { createSampleNameGateway } from '../src/gateway.ts';
import { notYet } from '../src/not-yet.ts';

describeCardGateway({
  name: 'sample-name',
  async create() {
    // Start a simulator of the provider here, in this process, and close it in `dispose`.
    const timeLimit = 3_000;
    const open = () => createSampleNameGateway({ url: 'http://127.0.0.1:1', key: 'key', timeLimit });
    return {
      gateway: open(),
      // A second process of the shop that uses the same simulator.
      another: async () => open(),
      timeLimit,
      nonce: async (kind) => notYet(`return a nonce of the simulator that behaves as "${kind}"`),
      act: async () => notYet("let the simulator do the buyer's choice at the bank"),
      tellUnknownState: async () => notYet('let the simulator tell a state of this charge that is new'),
      taken: async () => notYet('return the cents that the simulator has captured'),
      refunded: async () => notYet('return the cents that the simulator has refunded'),
      storedCards: async () => notYet('return how many cards the simulator has stored'),
      told: async () =>
        notYet(
          'return what the simulator was told with the charge of a key, without what it has no place for',
        ),
      deviceData: async () => notYet('return the device data that the simulator has got, in order'),
      cutOff: async () => notYet('close the simulator'),
      hang: async () => notYet('let the simulator accept requests without ever responding'),
      answer: async () => notYet('let the simulator respond to every request with this status and body'),
      trickle: async () =>
        notYet('let the simulator begin every response and send a byte of it now and again, without end'),
      moneyRequests: async () =>
        notYet('return how many requests to charge or to refund the simulator has got'),
      dispose: async () => {},
    };
  },
});
