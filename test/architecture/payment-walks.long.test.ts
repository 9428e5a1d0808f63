import { expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { openAcmePay } from '#examples/acme-pay/test/harness.ts';
import { openDirectPay } from '#examples/direct-pay/test/harness.ts';
import type { CardGateway, ChargeRequest, PageGateway } from '#ports/payment-gateway.ts';
import { tens } from '#test/architecture/support/break-amounts.ts';
import { answering, charging, runCase, withGateway } from '#test/architecture/support/run-case.ts';
import type { CardGatewayHarness } from '#test/kits/card-gateway-harness.ts';
import type { PageGatewayHarness } from '#test/kits/page-gateway-harness.ts';
import { cardWalks, pageWalks, paymentWalks } from '#test/kits/payment-walk-cases.ts';

// Gateways with a defect each, and the test of the kit that notices it. What is right passes in the examples.

type Json = Record<string, unknown>;

/** Runs a call in which every response of the provider is read in another way. */
async function rereading<Value>(change: (body: Json) => Json, call: () => Promise<Value>): Promise<Value> {
  const { fetch: own } = globalThis;
  globalThis.fetch = async (...asked) => {
    const response = await own(...asked);
    return new Response(JSON.stringify(change((await response.json()) as Json)), response);
  };
  try {
    return await call();
  } finally {
    globalThis.fetch = own;
  }
}

/** A gateway that takes a value for the one of a response in which it is missing. */
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

const altered =
  'takes no response for another in which a field is missing, empty, of another kind or an unknown word';
const lost =
  'charges and gives back once when any request or response was lost and the same is asked for again';
const noQueue = 'lets no payment wait for another one whose response is late';
const status =
  'returns unknown, never a decline, for any other status with a page that says nothing of the payment';
const refundsApart = 'gives back of the payment that is named, and of none beside it';
const parts =
  'tells the provider each part of a charge, whichever of them is another one, and returns the same everywhere';
const buyers = 'tells nothing of one buyer with the charge of the next';
const storedParts = 'tells the provider each part of a charge of a stored card';
const tokens = 'asks for each client token with what it is for, and with nothing of the token before';
const alteredCard =
  'takes no response about a card for another in which a field is missing, empty, of another kind or an unknown word';
const lostCard = 'captures, releases and charges a stored card once when any request or response was lost';
const statusCard = 'returns unknown for any other status with a page that says nothing of the card';
const apart = 'captures and releases the payment that is named, and none beside it';
const unknownIds =
  'refuses to capture and to release what it does not know, and takes no id for a part of an address';
const actionsApart = 'ends the action that is named, and none beside it';
const traces =
  'leaves nothing behind of any call, whatever comes of it: no timer, connection or change, and no word of a buyer';
const pageParts =
  'tells the provider each part of a payment, whichever of them is another one, and returns the same everywhere';
const lostPage =
  'opens, ends and gives back once when any request or response was lost and the same is asked for again';
const pagesApart = 'ends the payment that is named, and none beside it';

type Defect<Gateway> = readonly [
  name: string,
  noticedBy: string,
  change: (gateway: Gateway, harness: { readonly status: () => number }) => Partial<Gateway>,
];

/** The same refund under another key when the first one was lost. */
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

/** The customer of the token before where there is none. */
const lastCustomer = (gateway: CardGateway | PageGateway): Pick<CardGateway, 'createClientToken'> => {
  let last: { readonly id: string } | null = null;
  return {
    createClientToken(request) {
      last = request.customer ?? last;
      return gateway.createClientToken({ ...request, customer: last });
    },
  };
};

/** One call after the other. */
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
  ['takes a currency that is not told for EUR', altered, filling('currency', 'EUR')],
  ['takes a refund without an id for one', altered, filling('id', 'unnumbered')],
  ['takes a state that is not told for captured', alteredCard, filling('status', 'captured')],
  [
    'takes the token of a stored card for one that is not told',
    alteredCard,
    filling('stored_card', 'vault:undefined'),
  ],
  ['gives back under another key when the response was lost', lost, anotherKey],
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
    'takes a capture for refused whose response was lost',
    lostCard,
    (gateway) => ({
      async capture(id) {
        const outcome = await gateway.capture?.(id);
        return outcome === undefined || outcome.outcome === 'unknown' ? { outcome: 'refused' } : outcome;
      },
    }),
  ],
  [
    'takes a blocked request for a decline',
    status,
    (gateway, { status: now }) => ({
      charge: async (request) => (now() === 403 ? decline : gateway.charge(request)),
    }),
  ],
  [
    'takes a conflict for a stored card that was charged before',
    statusCard,
    (gateway, { status: now }) => ({
      chargeStored: async (request) => (now() === 409 ? decline : gateway.chargeStored(request)),
    }),
  ],
  [
    'gives back of the payment that it has seen first',
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
  [
    'charges whole ten cents for amounts with five',
    parts,
    charging(({ amount }) => ({ amount: tens(amount) })),
  ],
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
    answering('findCharge', (found) => ('vault_token' in found ? { ...found, vault_token: null } : found)),
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
    'says that it has released what it does not know',
    unknownIds,
    (gateway) => ({
      async release(id) {
        const outcome = await gateway.release?.(id);
        return outcome?.outcome === 'refused' ? { outcome: 'released' } : (outcome ?? { outcome: 'unknown' });
      },
    }),
  ],
  [
    'ends the actions of all buyers',
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
    'waits by a timer for what becomes of a stored card',
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
  ['takes a currency that is not told for EUR', altered, filling('currency', 'EUR')],
  ['takes a state that is not told for paid', altered, filling('status', 'paid')],
  ['gives back under another key when the response was lost', lostPage, anotherKey],
  ['makes one call after the other', noQueue, inTurn],
  [
    'takes a page that was not found for one that has ended',
    status,
    (gateway, { status: now }) => ({
      findCharge: async (key) => (now() === 404 ? { outcome: 'never_charged' } : gateway.findCharge(key)),
    }),
  ],
  [
    'tells the name of the payment only at first',
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
    'leads to its pages without encryption',
    altered,
    answering('findCharge', (found) =>
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
    'ends the page that was opened first',
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
    'tells on the console which buyer is refused',
    traces,
    (gateway, { status: now }) => ({
      charge(request) {
        if (now() === 422) console.warn('refused', request.customer_id);
        return gateway.charge(request);
      },
    }),
  ],
];

const cardCases = { ...paymentWalks, ...cardWalks };

/** A harness whose gateways have a defect, and know the status that the provider was told to respond with. */
function withDefect<
  Gateway extends object,
  Harness extends {
    readonly gateway: Gateway;
    another(): Promise<Gateway>;
    answer(status: number, body: string): Promise<void>;
  },
>(harness: Harness, change: Defect<Gateway>[2]): Harness {
  let now = 0;
  const told = {
    ...harness,
    async answer(status: number, body: string) {
      now = status;
      await harness.answer(status, body);
    },
  };
  return withGateway(told, (gateway: Gateway) => change(gateway, { status: () => now }));
}

/** What a walk fails with: what it has compared, or found missing. */
const noticed = /expected|No |to be|has no/;

test.each(cards)('a card gateway that %s is noticed: %s', async (_defect, title, change) => {
  const wrong = runCase<CardGatewayHarness>(cardCases, title, openAcmePay, (harness) =>
    withDefect(harness, change),
  );
  await expect(wrong).rejects.toThrow(noticed);
});

test.each(pages)('a page gateway that %s is noticed: %s', async (_defect, title, change) => {
  const wrong = runCase<PageGatewayHarness>(pageWalks, title, openDirectPay, (harness) =>
    withDefect(harness, change),
  );
  await expect(wrong).rejects.toThrow(noticed);
});

test('every walk of the kits of gateways notices a defect', () => {
  const titles = [...cards, ...pages].map(([, title]) => title);
  const all = Object.keys({ ...cardCases, ...pageWalks });
  expect([...new Set(titles)].toSorted()).toEqual(all.toSorted());
});
