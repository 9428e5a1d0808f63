import { describePageGateway } from 'meisterhand/kits';
import { createSampleNameGateway } from '../src/gateway.ts';
import { notYet } from '../src/not-yet.ts';

describePageGateway({
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
      opened: async () =>
        notYet('return what the simulator was told with each page that it opened for a key'),
      act: async (_attemptKey, choice) => notYet(`let the buyer do this on the page: ${choice}`),
      decide: async (_attemptKey, decision) => notYet(`let the bank decide after pay_later: ${decision}`),
      surprise: async (_attemptKey, how) => notYet(`let the simulator tell this of a payment: ${how}`),
      taken: async () => notYet('return the cents that buyers have paid at the simulator'),
      refunded: async () => notYet('return the cents that the simulator has refunded'),
      withdrawOffer: async () => notYet('let the simulator say that it does not take such payments'),
      loseNext: async (which) => notYet(`let the simulator lose the next ${which}`),
      cutOff: async () => notYet('close the simulator'),
      hang: async () => notYet('let the simulator accept requests without ever responding'),
      answer: async () => notYet('let the simulator respond to every request with this status and body'),
      trickle: async () =>
        notYet('let the simulator begin every response and send a byte of it now and again, without end'),
      moneyRequests: async () =>
        notYet('return how many requests to open a page or to refund the simulator has got'),
      dispose: async () => {},
    };
  },
});
