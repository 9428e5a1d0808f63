import type { ChargeOutcome, FoundCharge, PageGateway } from '#ports/payment-gateway.ts';
import { pageAddressCases } from '#test/kits/address-cases.ts';
import { pageProcessCases } from '#test/kits/process-cases.ts';
import { leakingRequests } from './leak-address.ts';
import { processChanges } from './process-changes.ts';

export type Outcome = ChargeOutcome | FoundCharge;

/** A gateway whose outcomes of charges and look-ups are changed. */
export const telling =
  (change: (outcome: Outcome) => object) =>
  (gateway: PageGateway): Partial<PageGateway> => ({
    charge: async (request) => change(await gateway.charge(request)) as ChargeOutcome,
    findCharge: async (key) => change(await gateway.findCharge(key)) as FoundCharge,
  });

export type PageBreak = readonly [
  name: string,
  test: string,
  change: (gateway: PageGateway) => Partial<PageGateway>,
];

/** Defects in what a gateway does beside its outcomes, and with what it does not expect. */
export const brokenPageProcesses: readonly PageBreak[] = [
  [
    'reads nothing that has a field which it does not know',
    'reads on when the provider tells more than before',
    () => ({ findCharge: async () => ({ outcome: 'unknown' }) }),
  ],
  [
    'changes the address of the page of the provider',
    'tells the provider every cent, the way back, the language of the buyer and the text of the statement',
    telling((outcome) =>
      'action' in outcome && outcome.action.kind === 'redirect'
        ? { ...outcome, action: { kind: 'redirect', url: outcome.action.url.replace('http:', 'https:') } }
        : outcome,
    ),
  ],
  ...Object.entries(leakingRequests('karla@shop.example')).map(
    ([name, leak]): PageBreak => [
      name,
      Object.keys(pageAddressCases)[0] ?? '',
      (gateway) => ({
        async createClientToken(request) {
          await leak();
          return gateway.createClientToken(request);
        },
      }),
    ],
  ),
  ...Object.entries(processChanges()).map(
    ([name, change]): PageBreak => [
      name,
      Object.keys(pageProcessCases)[0] ?? '',
      (gateway) => ({
        charge(request) {
          change(request.attempt_key);
          return gateway.charge(request);
        },
      }),
    ],
  ),
];
