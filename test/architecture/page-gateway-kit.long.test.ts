import { expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { openDirectPay } from '#examples/direct-pay/test/harness.ts';
import type { ChargeOutcome, FoundCharge, PageGateway } from '#ports/payment-gateway.ts';
import { brokenPageAccounts } from '#test/architecture/support/break-page-accounts.ts';
import {
  brokenPageProcesses,
  mapping,
  type Outcome,
  type PageBreak,
} from '#test/architecture/support/break-pages.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { charging, runCase, withGateway } from '#test/architecture/support/run-case.ts';
import { exhaustivePageCases } from '#test/kits/exhaustive-payment-cases.ts';
import { pageAccountCases } from '#test/kits/page-account-cases.ts';
import type { PageGatewayHarness } from '#test/kits/page-gateway-harness.ts';
import { pageGatewayCases, pendingTests } from '#test/kits/page-gateway-kit.ts';
import { refundCases } from '#test/kits/refund-cases.ts';

// Gateways with one defect each, and the kit test that notices it. The correct gateway passes in examples/direct-pay.

/** Returns a gateway that reports one outcome as another. */
const takingFor = (taken: 'charged' | 'declined', outcome: Outcome['outcome']) =>
  mapping((found) => (found.outcome === outcome ? { ...found, outcome: taken, amount: 123_456 } : found));

const unknownIsDecline = mapping((outcome) =>
  outcome.outcome === 'unknown'
    ? { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id: null }
    : outcome,
);

/** Returns a gateway that reports `outcome` for payments that were cancelled or never paid. */
const endingAs =
  (outcome: FoundCharge) =>
  (gateway: PageGateway): Partial<PageGateway> => {
    const end = (found: FoundCharge) => (found.outcome === 'never_charged' ? outcome : found);
    return {
      cancelAction: async (...asked) => end(await gateway.cancelAction(...asked)),
      findCharge: async (key) => end(await gateway.findCharge(key)),
    };
  };

const endsNothing = () => ({ cancelAction: async () => ({ outcome: 'never_charged' }) as const });

const data = 'sends the exact amount, the return URL, the language and the statement text to the provider';

const breaks: readonly PageBreak[] = [
  [
    'declares that buyers pay by card',
    'has an identity that begins with its name, and declares that buyers pay on a page',
    () => ({ pays_on: 'card' as never }),
  ],
  [
    'takes no payment of a guest',
    'returns a client token for a guest and for a customer',
    (gateway) => ({
      createClientToken: async (request) => request.customer && gateway.createClientToken(request),
    }),
  ],
  [
    'returns a client token whatever the provider says',
    'returns no client token when the provider does not take such payments',
    () => ({ createClientToken: async () => 'available' }),
  ],
  [
    'redirects every buyer to the same page',
    'distinguishes attempts whose keys begin alike, each with a page of its own',
    mapping((outcome) =>
      'action' in outcome
        ? { ...outcome, action: { kind: 'redirect', url: 'https://pay.example/' } }
        : outcome,
    ),
  ],
  [
    'drops the query of the return URL',
    data,
    charging(({ return_url }) => ({ return_url: return_url.split('?')[0] ?? '' })),
  ],
  [
    'opens a page for each call',
    'redirects to one page for each attempt, and takes no money before the buyer has paid there',
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
  ['loses the cents', data, charging(({ amount }) => ({ amount: cents(Math.floor(amount / 100) * 100) }))],
  ['ignores the language', data, charging(() => ({ locale: 'en' }))],
  ['ignores the text of the statement', data, charging(() => ({ statement_descriptor: null }))],
  [
    'writes buyers to the console',
    'writes neither buyers nor client tokens to the console, its log or the outcomes',
    (gateway) => ({
      charge(request) {
        console.info(request);
        return gateway.charge(request);
      },
    }),
  ],
  [
    'returns buyers in the metadata',
    'writes neither buyers nor client tokens to the console, its log or the outcomes',
    (gateway) => ({
      charge: async (request) => ({
        ...(await gateway.charge(request)),
        metadata: { buyer: String(request.customer_id) },
      }),
    }),
  ],
  ['sends every buyer back to one address', data, charging(() => ({ return_url: 'https://shop.example/' }))],
  [
    'names no method',
    'charges once when the buyer pays, and names the payment method',
    mapping((outcome) =>
      'method' in outcome ? { ...outcome, method: { ...outcome.method, label: undefined } } : outcome,
    ),
  ],
  [
    'reports every payment as PayPal',
    'charges once when the buyer pays, and names the payment method',
    mapping((outcome) =>
      'method' in outcome
        ? { ...outcome, method: { kind: 'paypal', brand: null, last_four: null } }
        : outcome,
    ),
  ],
  [
    'reports a cancellation by the buyer as a decline',
    'distinguishes a cancellation by the buyer, a refusal and an expiry',
    mapping((outcome) =>
      outcome.outcome === 'declined' ? { ...outcome, reason: 'PROCESSOR_DECLINED' } : outcome,
    ),
  ],
  [
    'returns another transaction when the buyer has cancelled before the shop',
    'distinguishes a cancellation by the buyer, a refusal and an expiry',
    (gateway) => ({
      async cancelAction(key, id) {
        const end = await gateway.cancelAction(key, id);
        return end.outcome === 'declined' ? { ...end, transaction_id: 'none' } : end;
      },
    }),
  ],
  [
    'looks attempts up by the beginning of their names',
    'distinguishes attempts whose keys begin alike, each with a page of its own',
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
    'reports a pending payment as paid',
    'returns processing while the bank decides, and charged or declined afterwards',
    mapping((outcome) =>
      outcome.outcome === 'processing'
        ? { ...outcome, outcome: 'charged', amount: 123_456, vault_token: null }
        : outcome,
    ),
  ],
  [
    'reports a payment that the bank still decides as never charged',
    'cancels a payment that the bank has not decided, or returns processing',
    endsNothing,
  ],
  [
    'reports a page as cancelled and leaves it open',
    'takes no money on the page of a cancelled attempt',
    endsNothing,
  ],
  [
    'reports a cancellation by the shop as one by the buyer',
    'takes no money on the page of a cancelled attempt',
    endingAs({ outcome: 'declined', reason: 'CANCELLED_BY_BUYER', transaction_id: null }),
  ],
  [
    'returns another transaction for a cancelled payment',
    'takes no money on the page of a cancelled attempt',
    endingAs({ outcome: 'declined', reason: 'EXPIRED', transaction_id: 'another' }),
  ],
  ['cancels what is paid', 'returns charged when the buyer pays before the cancellation', endsNothing],
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
    'returns unknown, and no client token, from every call while the provider is unreachable',
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
    'finds and cancels a page in another process than the one that opened it',
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
    'finds and cancels a page in another process than the one that opened it',
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
    'never reports a payment in another currency as paid, even with the same number',
    takingFor('charged', 'unknown'),
  ],
  [
    'reports the amount of the request as what was paid',
    'never reports a partial payment as the whole amount',
    mapping((outcome) => (outcome.outcome === 'charged' ? { ...outcome, amount: 123_456 } : outcome)),
  ],
  [
    'reports an unknown state as paid',
    'never reports an undocumented state as paid or refused',
    takingFor('charged', 'unknown'),
  ],
  [
    'reports an unknown state as refused',
    'never reports an undocumented state as paid or refused',
    takingFor('declined', 'unknown'),
  ],
  [
    'reports a payment in an unknown state as never charged',
    'never reports an undocumented state as paid or refused',
    endsNothing,
  ],
  [
    'reports an unreadable response as never charged',
    'returns unknown for an unreadable response with status 200: HTML, an empty body, truncated JSON',
    (gateway) => ({
      findCharge: async (key) => {
        const found = await gateway.findCharge(key);
        return found.outcome === 'unknown' ? { outcome: 'never_charged' } : found;
      },
    }),
  ],
  [
    'waits for the end of a response that never ends',
    'returns within its time limit when a response never ends, and closes the connection',
    (gateway) => ({
      createClientToken: async (request) =>
        (await gateway.createClientToken(request)) ?? new Promise<string>(() => {}),
    }),
  ],
  [
    'opens another page by itself after an unknown outcome',
    'opens no second page and repeats no refund by itself after a lost, refused or unreadable response',
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
    'opens no second page and repeats no refund by itself after a lost, refused or unreadable response',
    (gateway) => ({
      refund: async (...asked) => {
        const outcome = await gateway.refund(...asked);
        return outcome.outcome === 'unknown' ? gateway.refund(...asked) : outcome;
      },
    }),
  ],
  [
    'polls its pages by a timer',
    'leaves no timer behind after a call, successful or not',
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

// Other tests break these: `gateway-kit.long.test.ts` refunds, `exhaustive-payment-kit.long.test.ts` the exhaustive
// cases; the check of the account is broken below.
const titles = Object.keys(pageGatewayCases).filter(
  (title) => !Object.hasOwn({ ...refundCases, ...exhaustivePageCases, ...pageAccountCases }, title),
);

test.each(breaks)('a gateway that %s is noticed: %s', async (_defect, title, change) => {
  const broken = runCase<PageGatewayHarness>(pageGatewayCases, title, openDirectPay, (harness) =>
    withGateway(harness, change),
  );
  await expect(broken).rejects.toThrow();
});

test('every kit test that is not broken elsewhere notices a defect', () => {
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
