import { expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { openAcmePay } from '#examples/acme-pay/test/harness.ts';
import { openDirectPay } from '#examples/direct-pay/test/harness.ts';
import type { CardGateway, ChargeRequest, PageGateway } from '#ports/payment-gateway.ts';
import { tens } from '#test/architecture/support/break-amounts.ts';
import { charging, returning, runCase, withGateway } from '#test/architecture/support/run-case.ts';
import type { CardGatewayHarness } from '#test/kits/card-gateway-harness.ts';
import {
  exhaustiveCardCases,
  exhaustivePageCases,
  exhaustivePaymentCases,
} from '#test/kits/exhaustive-payment-cases.ts';
import type { PageGatewayHarness } from '#test/kits/page-gateway-harness.ts';
import { throughFetch } from '#test/kits/through-fetch.ts';

// Gateways with one defect each, and the kit test that notices it. The correct gateways pass in examples/.

type Json = Record<string, unknown>;

/** Runs a call with every JSON response of the provider changed. */
async function rereading<Value>(change: (body: Json) => Json, call: () => Promise<Value>): Promise<Value> {
  const { value } = await throughFetch(async (send) => {
    const response = await send();
    return new Response(JSON.stringify(change((await response.json()) as Json)), response);
  }, call);
  return value;
}

/** Returns a gateway that fills in a missing field of responses. */
const filling =
  <Gateway extends CardGateway | PageGateway>(name: string, value: unknown) =>
  (gateway: Gateway): Partial<Gateway> =>
    Object.fromEntries(
      Object.entries(gateway)
        .filter(([, method]) => typeof method === 'function')
        .map(([method, call]) => [
          method,
          (...given: unknown[]) =>
            rereading(
              (body) => ({ [name]: value, ...body }),
              () => call(...given),
            ),
        ]),
    ) as Partial<Gateway>;

const altered = 'returns the true outcome or unknown when a field of a response is missing or wrong';
const lost = 'charges and refunds once when any request or response is lost and the call is repeated';
const noQueue = 'delays no payment while the response to another one is late';
const status = 'returns unknown, never a decline, for any other status with an HTML page';
const refundsApart = 'refunds only the given payment';
const parts = 'sends every field of a charge to the provider, and returns the same outcome from every call';
const buyers = 'sends no data of one buyer with the charge of the next';
const storedParts = 'sends every field of a stored card charge to the provider';
const tokens = 'requests each client token with its own data, and with none of the token before';
const alteredCard =
  'returns the true outcome or unknown when a field of a response about a card is missing or wrong';
const lostCard = 'captures, releases and charges a stored card once when any request or response is lost';
const statusCard = 'returns unknown for any other status with an HTML page from every call about cards';
const apart = 'captures and releases only the given payment';
const unknownIds = 'refuses to capture and release unknown ids, also those that would change the request URL';
const actionsApart = 'cancels only the given action';
const traces =
  'leaves no timer, connection, changed global or personal data behind after any call, successful or not';
const pageParts =
  'sends every field of a payment to the provider, and returns the same outcome from every call';
const lostPage =
  'opens, cancels and refunds once when any request or response is lost and the call is repeated';
const pagesApart = 'cancels only the given payment';

type Defect<Gateway> = readonly [
  name: string,
  noticedBy: string,
  change: (gateway: Gateway, harness: { readonly status: () => number }) => Partial<Gateway>,
];

/** Repeats a lost refund under another key. */
const anotherKey = (gateway: CardGateway | PageGateway): Pick<CardGateway, 'refund'> => {
  const failed = new Set<string>();
  return {
    async refund(id, amount, key) {
      const outcome = await gateway.refund(id, amount, failed.has(key) ? `${key}-again` : key);
      if (outcome.outcome === 'unknown') failed.add(key);
      return outcome;
    },
  };
};

/** Uses the customer of the token before if there is none. */
const lastCustomer = (gateway: CardGateway | PageGateway): Pick<CardGateway, 'createClientToken'> => {
  let last: { readonly id: string } | null = null;
  return {
    createClientToken(request) {
      last = request.customer ?? last;
      return gateway.createClientToken({ ...request, customer: last });
    },
  };
};

/** Makes one call after the other. */
const inTurn = ({
  charge,
  findCharge,
}: CardGateway | PageGateway): Pick<CardGateway, 'charge' | 'findCharge'> => {
  let last: Promise<unknown> = Promise.resolve();
  const after = <Value>(call: () => Promise<Value>) => {
    const made = last.then(call);
    last = made;
    return made;
  };
  return {
    charge: (request) => after(() => charge(request)),
    findCharge: (key, sentAt) => after(() => findCharge(key, sentAt)),
  };
};

const decline = { outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id: null } as const;

const cards: readonly Defect<CardGateway>[] = [
  ['assumes EUR when the currency is missing', altered, filling('currency', 'EUR')],
  ['accepts a refund without an id', altered, filling('id', 'unnumbered')],
  ['assumes captured when the state is missing', alteredCard, filling('status', 'captured')],
  [
    'invents the token of a stored card when it is missing',
    alteredCard,
    filling('stored_card', 'vault:undefined'),
  ],
  ['repeats a lost refund under another key', lost, anotherKey],
  ['makes one call after the other', noQueue, inTurn],
  [
    'finds nothing after a lost response',
    lost,
    (gateway) => {
      let isLost = false;
      return {
        async findCharge(key) {
          if (isLost) return { outcome: 'never_charged' };
          const found = await gateway.findCharge(key);
          isLost = found.outcome === 'unknown';
          return found;
        },
      };
    },
  ],
  [
    'reports a capture as refused when its response was lost',
    lostCard,
    (gateway) => ({
      async capture(id) {
        const outcome = await gateway.capture?.(id);
        return outcome === undefined || outcome.outcome === 'unknown' ? { outcome: 'refused' } : outcome;
      },
    }),
  ],
  [
    'reports status 403 as a decline',
    status,
    (gateway, { status: now }) => ({
      charge: async (request) => (now() === 403 ? decline : gateway.charge(request)),
    }),
  ],
  [
    'reports status 409 for a stored card as a decline',
    statusCard,
    (gateway, { status: now }) => ({
      chargeStored: async (request) => (now() === 409 ? decline : gateway.chargeStored(request)),
    }),
  ],
  [
    'refunds the first payment instead of the given one',
    refundsApart,
    (gateway) => {
      let first: string | null = null;
      return {
        refund(id, amount, key) {
          first ??= id;
          return gateway.refund(amount === 29 ? first : id, amount, key);
        },
      };
    },
  ],
  [
    'charges at most 9,999.99',
    parts,
    charging(({ amount }) => ({ amount: cents(Math.min(amount, 999_999)) })),
  ],
  ['rounds charges to ten cents', parts, charging(({ amount }) => ({ amount: tens(amount) }))],
  [
    'writes the text of the statement in capitals',
    parts,
    charging(({ statement_descriptor }) => ({
      statement_descriptor: statement_descriptor?.toUpperCase() ?? null,
    })),
  ],
  [
    'finds no token of the card that was stored with a charge',
    parts,
    returning('findCharge', (found) => ('vault_token' in found ? { ...found, vault_token: null } : found)),
  ],
  [
    'cuts device data at 255 characters',
    parts,
    charging(({ device_data }) => ({ device_data: device_data?.slice(0, 255) ?? null })),
  ],
  [
    'keeps the device of the charge before',
    buyers,
    (gateway) => {
      let last: ChargeRequest['device_data'] = null;
      return {
        charge(request) {
          last = request.device_data ?? last;
          return gateway.charge({ ...request, device_data: last });
        },
      };
    },
  ],
  [
    'charges a stored card for the customers whose names begin alike',
    storedParts,
    (gateway) => {
      const owners = new Map<string, string>();
      return {
        async vault(request) {
          const kept = await gateway.vault(request);
          if (kept.outcome === 'vaulted') owners.set(kept.vault_token, request.customer_id);
          return kept;
        },
        chargeStored(request) {
          const owner = owners.get(request.vault_token) ?? '';
          const customer_id = owner.startsWith(request.customer_id) ? owner : request.customer_id;
          return gateway.chargeStored({ ...request, customer_id });
        },
      };
    },
  ],
  [
    'takes the attempts of an order to charge a stored card for the first',
    storedParts,
    (gateway) => ({
      chargeStored: (request) =>
        gateway.chargeStored({ ...request, attempt_key: request.attempt_key.replace(/\d+$/, '1') }),
    }),
  ],
  ['offers a guest the cards of the customer before', tokens, lastCustomer],
  [
    'captures whatever is authorised',
    apart,
    (gateway) => {
      const open: string[] = [];
      return {
        async charge(request) {
          const outcome = await gateway.charge(request);
          if (outcome.outcome === 'authorised') open.push(outcome.transaction_id);
          return outcome;
        },
        async capture(id) {
          const [outcome] = await Promise.all([id, ...open].map((one) => gateway.capture?.(one)));
          return outcome ?? { outcome: 'unknown' };
        },
      };
    },
  ],
  [
    'reports an unknown payment as released',
    unknownIds,
    (gateway) => ({
      async release(id) {
        const outcome = await gateway.release?.(id);
        return outcome?.outcome === 'refused' ? { outcome: 'released' } : (outcome ?? { outcome: 'unknown' });
      },
    }),
  ],
  [
    'cancels the actions of all buyers',
    actionsApart,
    (gateway) => {
      const open: string[] = [];
      return {
        async charge(request) {
          const outcome = await gateway.charge(request);
          if (outcome.outcome === 'requires_action') open.push(outcome.transaction_id);
          return outcome;
        },
        async cancelAction(key, id) {
          const [outcome] = await Promise.all([id, ...open].map((one) => gateway.cancelAction?.(key, one)));
          return outcome ?? { outcome: 'unknown' };
        },
      };
    },
  ],
  [
    'polls the outcome of a stored card by a timer',
    traces,
    (gateway) => ({
      chargeStored(request) {
        setTimeout(() => void gateway.findCharge(request.attempt_key), 60_000);
        return gateway.chargeStored(request);
      },
    }),
  ],
];

const pages: readonly Defect<PageGateway>[] = [
  ['assumes EUR when the currency is missing', altered, filling('currency', 'EUR')],
  ['assumes paid when the state is missing', altered, filling('status', 'paid')],
  ['repeats a lost refund under another key', lostPage, anotherKey],
  ['makes one call after the other', noQueue, inTurn],
  [
    'reports status 404 as never charged',
    status,
    (gateway, { status: now }) => ({
      findCharge: async (key) => (now() === 404 ? { outcome: 'never_charged' } : gateway.findCharge(key)),
    }),
  ],
  [
    'drops the name of the payment method in `cancelAction`',
    pageParts,
    (gateway) => ({
      async cancelAction(key, id) {
        const found = await gateway.cancelAction(key, id);
        return found.outcome === 'charged'
          ? { ...found, method: { kind: 'provider_page', brand: null, last_four: null } }
          : found;
      },
    }),
  ],
  [
    'asks whether twice the amount is taken',
    tokens,
    (gateway) => ({
      createClientToken: (request) =>
        gateway.createClientToken({ ...request, amount: cents(request.amount * 2) }),
    }),
  ],
  [
    'asks whether whole euros are taken',
    tokens,
    (gateway) => ({
      createClientToken: (request) =>
        gateway.createClientToken({ ...request, amount: cents(Math.round(request.amount / 100) * 100) }),
    }),
  ],
  [
    'redirects to its pages without encryption',
    altered,
    returning('findCharge', (found) =>
      found.outcome === 'requires_action' && found.action.kind === 'redirect'
        ? { ...found, action: { kind: 'redirect', url: found.action.url.replace('https:', 'http:') } }
        : found,
    ),
  ],
  [
    'has one id for all payments of an order',
    pagesApart,
    (gateway) => {
      const ids = new Map<string, string>();
      return {
        async charge(request) {
          const outcome = await gateway.charge(request);
          if (outcome.outcome !== 'requires_action') return outcome;
          const first = ids.get(request.order_code) ?? outcome.transaction_id;
          ids.set(request.order_code, first);
          return { ...outcome, transaction_id: first };
        },
      };
    },
  ],
  [
    'cancels the page that was opened first',
    pagesApart,
    (gateway) => {
      const open: string[] = [];
      return {
        async charge(request) {
          const outcome = await gateway.charge(request);
          if (outcome.outcome === 'requires_action') open.push(outcome.transaction_id);
          return outcome;
        },
        cancelAction: (key, id) => gateway.cancelAction(key, open[0] ?? id),
      };
    },
  ],
  [
    'writes a refused buyer to the console',
    traces,
    (gateway, { status: now }) => ({
      charge(request) {
        if (now() === 422) console.warn('refused', request.customer_id);
        return gateway.charge(request);
      },
    }),
  ],
];

const cardCases = { ...exhaustivePaymentCases, ...exhaustiveCardCases };

/** Returns a harness whose gateways have a defect, which can read the status of the provider's responses. */
function withDefect<
  Gateway extends object,
  Harness extends {
    readonly gateway: Gateway;
    another(): Promise<Gateway>;
    answer(status: number, body: string): Promise<void>;
  },
>(harness: Harness, change: Defect<Gateway>[2]): Harness {
  let now = 0;
  const observed = {
    ...harness,
    async answer(status: number, body: string) {
      now = status;
      await harness.answer(status, body);
    },
  };
  return withGateway(observed, (gateway: Gateway) => change(gateway, { status: () => now }));
}

/** Matches failures of the kit test itself, not of the harness. */
const noticed = /expected|No |to be|has no/;

test.each(cards)('a card gateway that %s is noticed: %s', async (_defect, title, change) => {
  const wrong = runCase<CardGatewayHarness>(cardCases, title, openAcmePay, (harness) =>
    withDefect(harness, change),
  );
  await expect(wrong).rejects.toThrow(noticed);
});

test.each(pages)('a page gateway that %s is noticed: %s', async (_defect, title, change) => {
  const wrong = runCase<PageGatewayHarness>(exhaustivePageCases, title, openDirectPay, (harness) =>
    withDefect(harness, change),
  );
  await expect(wrong).rejects.toThrow(noticed);
});

test('every exhaustive case of the gateway kits notices a defect', () => {
  const titles = [...cards, ...pages].map(([, title]) => title);
  const all = Object.keys({ ...cardCases, ...exhaustivePageCases });
  expect([...new Set(titles)].toSorted()).toEqual(all.toSorted());
});
