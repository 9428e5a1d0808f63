import { test } from 'vitest';
import { openAcmePay } from '#examples/acme-pay/test/harness.ts';
import { openDirectPay } from '#examples/direct-pay/test/harness.ts';
import { runCase } from '#test/architecture/support/run-case.ts';
import type { CardGatewayHarness } from '#test/kits/card-gateway-harness.ts';
import { cardGatewayCases } from '#test/kits/card-gateway-kit.ts';
import { exhaustivePageCases } from '#test/kits/exhaustive-payment-cases.ts';
import type { PageGatewayHarness } from '#test/kits/page-gateway-harness.ts';
import type { KitCases } from '#test/kits/run-kit.ts';
import { throughFetch } from '#test/kits/through-fetch.ts';

// Correct gateways and providers that differ from those of the examples: the kits accept them.

const unknown = { outcome: 'unknown' } as const;

/** Runs `work` with changed responses from URLs that end with `end`. */
async function rewriting<Value>(
  end: string,
  change: (text: string) => string,
  work: () => Promise<Value>,
): Promise<Value> {
  const { value } = await throughFetch(async (send, _, { address }) => {
    const response = await send();
    return address.endsWith(end) ? new Response(change(await response.text()), response) : response;
  }, work);
  return value;
}

const close = '/keys/close';

/** Returns the only payment of a list, or a closed one if the list is empty. */
function outOfList(text: string): string {
  const { payments } = JSON.parse(text) as { readonly payments: readonly object[] };
  if (!Array.isArray(payments)) throw new Error('No list of payments');
  return JSON.stringify(payments.length === 0 ? { status: 'closed' } : payments[0]);
}

/** A correct variant, the tests that once refused it, and changed responses of the provider. */
interface Sound<Harness> {
  readonly what: string;
  readonly titles: readonly string[];
  readonly change: (harness: Harness) => Harness;
  readonly around?: (work: () => Promise<void>) => Promise<void>;
}

const cards: readonly Sound<CardGatewayHarness>[] = [
  {
    what: 'looks payments up in a list',
    titles: ['returns the true outcome or unknown when a field of a response is missing or wrong'],
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
    what: 'sends the customer only to store a card, and stores each card of a customer once',
    titles: ['sends every field of a charge to the provider, and returns the same outcome from every call'],
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
      'leaves no timer, connection, changed global or personal data behind after any call, successful or not',
      'repeats no charge and no refund by itself after a lost, refused or unreadable response',
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
    what: 'looks up the payment when the response to a cancellation was lost',
    titles: ['opens, cancels and refunds once when any request or response is lost and the call is repeated'],
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
    what: 'gets URLs with escaped slashes',
    titles: ['returns the true outcome or unknown when a field of a response is missing or wrong'],
    around: (work) => rewriting('', (text) => text.replaceAll('/', '\\/'), work),
    change: (harness) => harness,
  },
  {
    what: 'takes no payment method to store',
    titles: ['sends every field of a payment to the provider, and returns the same outcome from every call'],
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

/** Returns each variant with each of its tests. */
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
  expectSound(exhaustivePageCases, openDirectPay, sound),
);
