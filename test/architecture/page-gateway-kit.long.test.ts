import { expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { openDirectPay } from '#examples/direct-pay/test/harness.ts';
import type { ChargeOutcome, FoundCharge, PageGateway } from '#ports/payment-gateway.ts';
import { brokenPageAccounts } from '#test/architecture/support/break-page-accounts.ts';
import {
  brokenPageProcesses,
  type Outcome,
  type PageBreak,
  telling,
} from '#test/architecture/support/break-pages.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { charging, runCase, withGateway } from '#test/architecture/support/run-case.ts';
import { pageAccountCases } from '#test/kits/page-account-cases.ts';
import type { PageGatewayHarness } from '#test/kits/page-gateway-harness.ts';
import { pageGatewayCases, pendingTests } from '#test/kits/page-gateway-kit.ts';
import { pageWalks } from '#test/kits/payment-walk-cases.ts';
import { refundCases } from '#test/kits/refund-cases.ts';

// Gateways with a defect each, and the test of the kit that notices it. What is right passes in examples/direct-pay.

/** A gateway that takes one outcome for another. */
const takingFor = (taken: 'charged' | 'declined', outcome: Outcome['outcome']) =>
  telling((told) => (told.outcome === outcome ? { ...told, outcome: taken, amount: 123_456 } : told));

const unknownIsDecline = telling((outcome) =>
  outcome.outcome === 'unknown'
    ? { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id: null }
    : outcome,
);

/** A gateway that tells what it has ended, and what was never paid, in this way. */
const endingAs =
  (told: FoundCharge) =>
  (gateway: PageGateway): Partial<PageGateway> => {
    const end = (found: FoundCharge) => (found.outcome === 'never_charged' ? told : found);
    return {
      cancelAction: async (...asked) => end(await gateway.cancelAction(...asked)),
      findCharge: async (key) => end(await gateway.findCharge(key)),
    };
  };

const endsNothing = () => ({ cancelAction: async () => ({ outcome: 'never_charged' }) as const });

const told =
  'tells the provider every cent, the way back, the language of the buyer and the text of the statement';

const breaks: readonly PageBreak[] = [
  [
    'poses as a gateway for cards',
    'has an identity that begins with its name, and says that buyers pay on a page',
    () => ({ pays_on: 'card' as never }),
  ],
  [
    'takes no payment of a guest',
    'says that it takes a payment, for a guest and for a customer',
    (gateway) => ({
      createClientToken: async (request) => request.customer && gateway.createClientToken(request),
    }),
  ],
  [
    'offers itself whatever the provider says',
    'does not offer what the provider does not take',
    () => ({ createClientToken: async () => 'available' }),
  ],
  [
    'leads every buyer to the same page',
    'keeps attempts apart whose names begin alike, each on a page of its own',
    telling((outcome) =>
      'action' in outcome
        ? { ...outcome, action: { kind: 'redirect', url: 'https://pay.example/' } }
        : outcome,
    ),
  ],
  [
    'loses the query of the way back',
    told,
    charging(({ return_url }) => ({ return_url: return_url.split('?')[0] ?? '' })),
  ],
  [
    'opens a page for each call',
    'leads to one page for each attempt, and takes no money before the buyer has paid there',
    (gateway) => {
      let calls = 0;
      return {
        charge(request) {
          calls += 1;
          return gateway.charge({ ...request, attempt_key: `${request.attempt_key}#${calls}` });
        },
      };
    },
  ],
  ['loses the cents', told, charging(({ amount }) => ({ amount: cents(Math.floor(amount / 100) * 100) }))],
  ['ignores the language', told, charging(() => ({ locale: 'en' }))],
  ['ignores the text of the statement', told, charging(() => ({ statement_descriptor: null }))],
  [
    'writes buyers to the console',
    'tells neither buyers nor client tokens: on the console, in its log, or in what it reports',
    (gateway) => ({
      charge(request) {
        console.info(request);
        return gateway.charge(request);
      },
    }),
  ],
  [
    'tells buyers in the metadata',
    'tells neither buyers nor client tokens: on the console, in its log, or in what it reports',
    (gateway) => ({
      charge: async (request) => ({
        ...(await gateway.charge(request)),
        metadata: { buyer: String(request.customer_id) },
      }),
    }),
  ],
  ['sends every buyer back to one address', told, charging(() => ({ return_url: 'https://shop.example/' }))],
  [
    'names no method',
    'has charged once when the buyer has paid, with a method that can be named',
    telling((outcome) =>
      'method' in outcome ? { ...outcome, method: { ...outcome.method, label: undefined } } : outcome,
    ),
  ],
  [
    'calls every payment one by PayPal',
    'has charged once when the buyer has paid, with a method that can be named',
    telling((outcome) =>
      'method' in outcome
        ? { ...outcome, method: { kind: 'paypal', brand: null, last_four: null } }
        : outcome,
    ),
  ],
  [
    'tells the buyer’s own cancel as a decline',
    'tells the buyer’s own cancel from a refusal, and both from the end of the time',
    telling((outcome) =>
      outcome.outcome === 'declined' ? { ...outcome, reason: 'PROCESSOR_DECLINED' } : outcome,
    ),
  ],
  [
    'tells another payment when it ends what the buyer has cancelled',
    'tells the buyer’s own cancel from a refusal, and both from the end of the time',
    (gateway) => ({
      async cancelAction(key, id) {
        const end = await gateway.cancelAction(key, id);
        return end.outcome === 'declined' ? { ...end, transaction_id: 'none' } : end;
      },
    }),
  ],
  [
    'looks attempts up by the beginning of their names',
    'keeps attempts apart whose names begin alike, each on a page of its own',
    (gateway) => ({ findCharge: (key) => gateway.findCharge(key.replace(/(\/\d)\d+$/, '$1')) }),
  ],
  [
    'takes another amount for the same payment',
    'never returns a payment for a request with another amount',
    (gateway) => ({
      charge: async (request) => {
        const outcome = await gateway.charge(request);
        return outcome.outcome === 'unknown'
          ? ((await gateway.findCharge(request.attempt_key)) as ChargeOutcome)
          : outcome;
      },
    }),
  ],
  [
    'takes what is pending for paid',
    'is processing while the bank decides, and has charged or declined afterwards',
    telling((outcome) =>
      outcome.outcome === 'processing'
        ? { ...outcome, outcome: 'charged', amount: 123_456, vault_token: null }
        : outcome,
    ),
  ],
  [
    'says that it has ended what the bank still decides',
    'ends a payment that the bank decides, or says that it is still processing',
    endsNothing,
  ],
  [
    'says that it has ended a page and leaves it open',
    'closes an attempt that it ends: the page takes no money any more',
    endsNothing,
  ],
  [
    'tells an end by the shop as the buyer’s own cancel',
    'closes an attempt that it ends: the page takes no money any more',
    endingAs({ outcome: 'declined', reason: 'CANCELLED_BY_BUYER', transaction_id: null }),
  ],
  [
    'tells another payment as the one that it has ended',
    'closes an attempt that it ends: the page takes no money any more',
    endingAs({ outcome: 'declined', reason: 'EXPIRED', transaction_id: 'another' }),
  ],
  [
    'ends what is paid already',
    'returns what was charged when the buyer was faster than the end',
    endsNothing,
  ],
  ['takes a lost response for a decline', 'finds a page whose response was lost', unknownIsDecline],
  [
    'reports an attempt as never charged and leaves it open',
    'closes an attempt that it reports as never charged',
    (gateway) => {
      const pages = new Set<string>();
      return {
        charge: async (request) => {
          const outcome = await gateway.charge(request);
          if (outcome.outcome !== 'unknown') pages.add(request.attempt_key);
          return outcome;
        },
        findCharge: async (key) => (pages.has(key) ? gateway.findCharge(key) : { outcome: 'never_charged' }),
      };
    },
  ],
  [
    'throws while the provider is away',
    'returns unknown, and does not take a payment, while the provider is unreachable',
    (gateway) => ({
      cancelAction: async (key, id) => {
        const outcome = await gateway.cancelAction(key, id);
        if (outcome.outcome === 'unknown') throw new Error('away');
        return outcome;
      },
    }),
  ],
  [
    'takes a refused request for a decline',
    'returns unknown, never a decline, for 401, 429, 500 and 503',
    unknownIsDecline,
  ],
  [
    'knows only the pages that its process has opened',
    'keeps nothing of a payment in its own memory: another process finds its page and ends it',
    (gateway) => {
      const opened = new Set<string>();
      return {
        charge(request) {
          opened.add(request.attempt_key);
          return gateway.charge(request);
        },
        findCharge: async (key) => (opened.has(key) ? gateway.findCharge(key) : { outcome: 'never_charged' }),
      };
    },
  ],
  [
    'keeps its pages in the memory of its process',
    'keeps nothing of a payment in its own memory: another process finds its page and ends it',
    (gateway) => {
      const own = `${Math.random()}`;
      return {
        charge: (request) => gateway.charge({ ...request, attempt_key: `${request.attempt_key}/${own}` }),
        findCharge: (key) => gateway.findCharge(`${key}/${own}`),
      };
    },
  ],
  [
    'takes dollars for euros',
    'never takes a payment in another currency for paid, though its number is that of the amount',
    takingFor('charged', 'unknown'),
  ],
  [
    'reports the amount of the request as what was paid',
    'never takes a part of the amount for the whole: it reports what was paid, or that it is not paid',
    telling((outcome) => (outcome.outcome === 'charged' ? { ...outcome, amount: 123_456 } : outcome)),
  ],
  [
    'takes an unknown state for paid',
    'takes a state that nobody has told it of neither for paid nor for refused',
    takingFor('charged', 'unknown'),
  ],
  [
    'takes an unknown state for refused',
    'takes a state that nobody has told it of neither for paid nor for refused',
    takingFor('declined', 'unknown'),
  ],
  [
    'ends a payment in an unknown state as if nothing could come of it',
    'takes a state that nobody has told it of neither for paid nor for refused',
    endsNothing,
  ],
  [
    'takes what it cannot read for a closed attempt',
    'returns unknown for a response with status 200 that cannot be read: HTML, nothing, JSON that was cut off',
    (gateway) => ({
      findCharge: async (key) => {
        const found = await gateway.findCharge(key);
        return found.outcome === 'unknown' ? { outcome: 'never_charged' } : found;
      },
    }),
  ],
  [
    'waits for the end of a response without one',
    'returns within its time limit when a response trickles in without an end, and closes its connection',
    (gateway) => ({
      createClientToken: async (request) =>
        (await gateway.createClientToken(request)) ?? new Promise<string>(() => {}),
    }),
  ],
  [
    'opens a page again by itself when it knows nothing of the first one',
    'opens no second page and repeats no refund by itself when the response was lost, refused or cannot be read',
    (gateway) => ({
      charge: async (request) => {
        const outcome = await gateway.charge(request);
        return outcome.outcome === 'unknown'
          ? gateway.charge({ ...request, attempt_key: `${request.attempt_key}/again` })
          : outcome;
      },
    }),
  ],
  [
    'repeats refunds by itself',
    'opens no second page and repeats no refund by itself when the response was lost, refused or cannot be read',
    (gateway) => ({
      refund: async (...asked) => {
        const outcome = await gateway.refund(...asked);
        return outcome.outcome === 'unknown' ? gateway.refund(...asked) : outcome;
      },
    }),
  ],
  [
    'looks after its pages by a timer',
    'leaves no timer behind when a call has returned, whether it went well or not',
    (gateway) => ({
      charge(request) {
        setInterval(() => void gateway.findCharge(request.attempt_key), 60_000).unref();
        return gateway.charge(request);
      },
    }),
  ],
  ...brokenPageProcesses,
  [
    'waits for ever',
    'returns within its time limit when the provider never responds',
    (gateway) => ({
      findCharge: async (key) => {
        const found = await gateway.findCharge(key);
        return found.outcome === 'unknown' ? new Promise(() => {}) : found;
      },
    }),
  ],
];

// Refunds are broken in other gateways, the walks in `payment-walks.long.test.ts`, the check of the account below.
const titles = Object.keys(pageGatewayCases).filter(
  (title) => !Object.hasOwn({ ...refundCases, ...pageWalks, ...pageAccountCases }, title),
);

test.each(breaks)('a gateway that %s is noticed: %s', async (_defect, title, change) => {
  const broken = runCase<PageGatewayHarness>(pageGatewayCases, title, openDirectPay, (harness) =>
    withGateway(harness, change),
  );
  await expect(broken).rejects.toThrow();
});

test('every test of the kit but those that are broken elsewhere notices a defect', () => {
  expect([...new Set(breaks.map(([, title]) => title))].toSorted()).toEqual(titles.toSorted());
  expect(titles).toEqual(expect.arrayContaining(pendingTests));
});

describeBreaks<PageGatewayHarness>({
  name: 'the check of the account of a page gateway',
  cases: pageAccountCases,
  create: openDirectPay,
  dispose: (harness) => harness.dispose(),
  breaks: brokenPageAccounts,
});
