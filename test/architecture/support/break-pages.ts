import type { ChargeOutcome, FoundCharge, PageGateway } from '#ports/payment-gateway.ts';
import { pageAddressCases } from '#test/kits/address-cases.ts';
import { pageProcessCases } from '#test/kits/process-cases.ts';
import { leakingRequests } from './leak-address.ts';
import { processChanges } from './process-changes.ts';

export type Outcome = ChargeOutcome | FoundCharge;

/** Changes the outcomes of `charge` and `findCharge`. */
export const mapping =
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

/** Defects in side effects of a gateway, and in its handling of unexpected responses. */
export const brokenPageProcesses: readonly PageBreak[] = [
  [
    'rejects responses with unknown fields',
    'ignores fields that it does not know',
    () => ({ findCharge: async () => ({ outcome: 'unknown' }) }),
  ],
  [
    'changes the URL of the page of the provider',
    'sends the exact amount, the return URL, the language and the statement text to the provider',
    mapping((outcome) =>
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
