import { test } from 'vitest';
import { openAcmePay } from '#examples/acme-pay/test/harness.ts';
import { openDirectPay } from '#examples/direct-pay/test/harness.ts';
import { runCase } from '#test/architecture/support/run-case.ts';
import type { CardGatewayHarness } from '#test/kits/card-gateway-harness.ts';
import { cardGatewayCases } from '#test/kits/card-gateway-kit.ts';
import type { PageGatewayHarness } from '#test/kits/page-gateway-harness.ts';
import { pageWalks } from '#test/kits/payment-walk-cases.ts';
import type { KitCases } from '#test/kits/run-kit.ts';

// Gateways and providers that keep every promise in another way than those of the examples: the kits refuse none.

const unknown = { outcome: 'unknown' } as const;

/** Runs work while responses from addresses with this end have another text. */
async function rewriting<Value>(
  end: string,
  change: (text: string) => string,
  work: () => Promise<Value>,
): Promise<Value> {
  const { fetch: own } = globalThis;
  globalThis.fetch = async (target, init) => {
    const response = await own(target, init);
    return String(target).endsWith(end) ? new Response(change(await response.text()), response) : response;
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = own;
  }
}

const close = '/keys/close';

/** Reads the only payment of a list; an empty one says that there is none. */
function outOfList(text: string): string {
  const { payments } = JSON.parse(text) as { readonly payments: readonly object[] };
  if (!Array.isArray(payments)) throw new Error('No list of payments');
  return JSON.stringify(payments.length === 0 ? { status: 'closed' } : payments[0]);
}

/** What is different, the tests that it once failed, and what the provider sends otherwise. */
interface Sound<Harness> {
  readonly what: string;
  readonly titles: readonly string[];
  readonly change: (harness: Harness) => Harness;
  readonly around?: (work: () => Promise<void>) => Promise<void>;
}

const cards: readonly Sound<CardGatewayHarness>[] = [
  {
    what: 'looks payments up in a list',
    titles: [
      'takes no response for another in which a field is missing, empty, of another kind or an unknown word',
    ],
    around: (work) =>
      rewriting(close, (text) => JSON.stringify({ payments: [JSON.parse(text)], next: null }), work),
    change: ({ gateway, ...harness }) => ({
      ...harness,
      gateway: {
        ...gateway,
        findCharge: (key) => rewriting(close, outOfList, () => gateway.findCharge(key)),
      },
    }),
  },
  {
    what: 'tells the customer only to store a card, of which a customer has each once',
    titles: [
      'tells the provider each part of a charge, whichever of them is another one, and returns the same everywhere',
    ],
    change({ gateway, ...harness }) {
      const owners = new Set<string>();
      return {
        ...harness,
        storedCards: async () => owners.size,
        gateway: {
          ...gateway,
          charge(request) {
            const { customer_id, save_payment_method } = request;
            if (customer_id !== null && save_payment_method) owners.add(customer_id);
            return gateway.charge(save_payment_method ? request : { ...request, customer_id: null });
          },
        },
      };
    },
  },
  {
    what: 'gets its nonces from the provider, and short client tokens that every buyer gets',
    titles: [
      'leaves nothing behind of any call, whatever comes of it: no timer, connection or change, and no word of a buyer',
      'repeats no charge and no refund by itself when the response was lost, refused or cannot be read',
    ],
    change({ gateway, ...harness }) {
      let isAway = false;
      return {
        ...harness,
        async answer(status, body) {
          isAway = true;
          await harness.answer(status, body);
        },
        async nonce(kind) {
          if (isAway) throw new Error('The provider makes no nonces now');
          return harness.nonce(kind);
        },
        gateway: { ...gateway, createClientToken: async () => 'ready' },
        logged: async () => 'Cards are ready',
      };
    },
  },
];

const pages: readonly Sound<PageGatewayHarness>[] = [
  {
    what: 'looks up what became of an end whose response was lost',
    titles: [
      'opens, ends and gives back once when any request or response was lost and the same is asked for again',
    ],
    change: ({ gateway, ...harness }) => ({
      ...harness,
      gateway: {
        ...gateway,
        async cancelAction(key, id) {
          const ended = await gateway.cancelAction(key, id);
          return ended.outcome === 'unknown' ? gateway.findCharge(key) : ended;
        },
      },
    }),
  },
  {
    what: 'gets addresses with a sign before each stroke',
    titles: [
      'takes no response for another in which a field is missing, empty, of another kind or an unknown word',
    ],
    around: (work) => rewriting('', (text) => text.replaceAll('/', '\\/'), work),
    change: (harness) => harness,
  },
  {
    what: 'takes no payment method to store',
    titles: [
      'tells the provider each part of a payment, whichever of them is another one, and returns the same everywhere',
    ],
    change: ({ gateway, ...harness }) => ({
      ...harness,
      gateway: {
        ...gateway,
        charge: async (request) =>
          request.save_payment_method || request.begins_series ? unknown : gateway.charge(request),
      },
    }),
  },
];

/** Each of them with each of its tests. */
const each = <Harness>(sound: readonly Sound<Harness>[]) =>
  sound.flatMap((one) => one.titles.map((title) => ({ ...one, title })));

const expectSound = <Harness extends { dispose(): Promise<void> }>(
  cases: KitCases<Harness>,
  create: () => Promise<Harness>,
  { change, around = (work) => work(), title }: Sound<Harness> & { readonly title: string },
) => around(() => runCase(cases, title, create, change));

test.each(each(cards))('a card gateway that $what passes: $title', (sound) =>
  expectSound(cardGatewayCases, openAcmePay, sound),
);

test.each(each(pages))('a page gateway that $what passes: $title', (sound) =>
  expectSound(pageWalks, openDirectPay, sound),
);
