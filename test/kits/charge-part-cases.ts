import { expect } from 'vitest';
import { paymentMethod } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { ChargeOutcome, ChargeRequest, FoundCharge } from '#ports/payment-gateway.ts';
import {
  type CardGatewayHarness,
  storedFor,
  storedRequestFor,
  type ToldCharge,
} from './card-gateway-harness.ts';
import { type OpenedPage, openPage, type PageGatewayHarness } from './page-gateway-harness.ts';
import { requestFor, success, successOf, tokenRequestFor } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectSeen, type SentRequest, sentBy } from './through-fetch.ts';

const back = 'https://shop.example/de/checkout/return/';

/** Other values for each field of a charge, some of them similar. */
const otherValues: readonly Partial<ChargeRequest>[] = [
  {},
  ...[1, 99, 100, 1_995, 1_999, 2_000, 999_999, 1_000_000].map((amount) => ({ amount: cents(amount) })),
  ...['customer-1', 'customer-10', 'customer-1-of-2'].map((customer_id) => ({ customer_id })),
  ...['device-1', 'device-10', `{"correlation_id":"${'d'.repeat(500)}"}`].map((device_data) => ({
    device_data,
  })),
  { locale: 'de' },
  ...['Meisterhand', 'MEISTERHAND KURSE 2026'].map((statement_descriptor) => ({ statement_descriptor })),
  ...[`${back}11`, `${back}1`].map((return_url) => ({ return_url })),
  { customer_id: 'customer-11', save_payment_method: true },
  { customer_id: 'customer-12', save_payment_method: true, begins_series: true },
];

const allValues: Partial<ChargeRequest> = {
  ...Object.assign({}, ...otherValues),
  customer_id: 'customer-13',
};

/** The same for payments on a page, which store nothing. */
const pageValues = [...otherValues, allValues, {}].map(
  ({ save_payment_method: _, begins_series: __, ...part }) => part,
);

/** Fails when the metadata of an outcome exceeds the limits of the shop. */
function expectShortMetadata(outcome: ChargeOutcome | FoundCharge): void {
  const entries = Object.entries(('metadata' in outcome ? outcome.metadata : undefined) ?? {});
  expect(entries.length).toBeLessThanOrEqual(20);
  for (const [name, text] of entries)
    expect([name.length <= 40, text.length <= 500], name).toEqual([true, true]);
}

/** Compares the data that the provider has received with `asked`, for all fields of its protocol. */
function expectSent(sent: ToldCharge, asked: ToldCharge): void {
  const names = Object.keys(sent) as (keyof ToldCharge)[];
  expect(sent).toEqual(Object.fromEntries(names.map((name) => [name, asked[name]])));
}

const textOf = (sent: readonly SentRequest[]) =>
  sent.map(({ address, body }) => `${address} ${body}`).join(' ');

/** Returns the values of a charge that may be sent with this charge only. */
const ofBuyer = ({ customer_id, device_data, order_code, payment_method_nonce }: ChargeRequest) =>
  [customer_id, device_data, order_code, payment_method_nonce].filter((text) => text !== null);

export const chargePartCases: KitCases<CardGatewayHarness> = {
  async 'sends every field of a charge to the provider, and returns the same outcome from every call'(
    harness,
  ) {
    const { gateway, nonce, told, deviceData, storedCards, taken } = harness;
    const other = await harness.another();
    for (const part of [...otherValues, allValues, {}]) {
      const request = requestFor(await nonce('accepted'), part);
      const before = { devices: [...(await deviceData())], stored: await storedCards() };
      const outcome = await gateway.charge(request);
      if (!('vault_token' in outcome)) throw new Error(`No charge: ${JSON.stringify(outcome)}`);
      const isKept = request.save_payment_method && request.customer_id !== null;
      expect([outcome.outcome, outcome.amount, outcome.vault_token !== null]).toEqual([
        expect.stringMatching(successOf(gateway)),
        request.amount,
        isKept,
      ]);
      expect(paymentMethod.safeParse(outcome.method).error).toBeUndefined();
      expectShortMetadata(outcome);
      const { customer_id } = request;
      expectSent(await told(request.attempt_key), {
        ...request,
        currency: 'EUR',
        // A provider may get the customer only if a card is stored.
        customer_id: isKept ? customer_id : expect.toBeOneOf([null, undefined, customer_id]),
      });
      const device = request.device_data;
      expect(await deviceData()).toEqual([...before.devices, ...(device === null ? [] : [device])]);
      expect(await storedCards()).toBe(before.stored + (isKept ? 1 : 0));
      for (const same of [gateway.findCharge, other.findCharge])
        expect(await same(request.attempt_key)).toEqual(outcome);
      await success(harness, request, outcome);
      expect(await taken(request.order_code)).toBe(request.amount);
    }
  },

  async 'sends every field of a stored card charge to the provider'(harness) {
    const { gateway, told, taken } = harness;
    const tokens = new Map<string, string>();
    for (const customer of ['customer-1', 'customer-10'])
      tokens.set(customer, await storedFor(harness, customer));
    for (const amount of [1, 1_999, 2_000, 1_000_000])
      for (const [customer, token] of tokens) {
        const renewal = storedRequestFor(token, customer, cents(amount));
        const outcome = await success(harness, renewal, await gateway.chargeStored(renewal));
        expect(outcome).toMatchObject({ amount, vault_token: null });
        const { order_code, customer_id, currency, amount: sentAmount } = await told(renewal.attempt_key);
        const received = { order_code, customer_id, currency, amount: sentAmount };
        const asked = { ...renewal, currency: 'EUR' } as const;
        for (const name of Object.keys(received) as (keyof typeof received)[])
          if (received[name] !== undefined) expect([name, received[name]]).toEqual([name, asked[name]]);
        expect(await taken(renewal.order_code)).toBe(amount);
        const stranger = customer === 'customer-1' ? 'customer-10' : 'customer-1';
        const refused = await gateway.chargeStored(storedRequestFor(token, stranger));
        expect(refused).toMatchObject({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
      }
    const first = storedRequestFor(tokens.get('customer-1') ?? '', 'customer-1');
    const ids = new Set<string>();
    for (const number of [1, 2, 10]) {
      const attempt = { ...first, attempt_key: `${first.order_code}/${number}` };
      ids.add((await success(harness, attempt, await gateway.chargeStored(attempt))).transaction_id);
    }
    expect([ids.size, await taken(first.order_code)]).toEqual([3, 5_997]);
  },

  async 'requests each client token with its own data, and with none of the token before'({ gateway }) {
    await expectTokens(gateway);
  },
};

/** Formats in which a protocol may write cents. */
const formats: readonly ((amount: number) => string)[] = [
  (amount) => `${amount}`,
  (amount) => (amount / 100).toFixed(2),
];

/** Fails unless each client token request has its own data, in all fields that the first one has. */
async function expectTokens(
  gateway: CardGatewayHarness['gateway'] | PageGatewayHarness['gateway'],
): Promise<void> {
  const customers = ['customer-of-71', 'customer-of-710', null];
  const amounts = [1_999, 2_000, 123_456];
  const orders = ['ORDER-of-81', 'ORDER-of-810', 'ORDER-of-8'];
  const texts: string[] = [];
  for (const [index, id] of customers.entries()) {
    const amount = cents(amounts[index] ?? 0);
    const order = { code: orders[index] ?? '', email: `buyer-${index}@shop.example`, begins_series: false };
    const sent = await sentBy(() => gateway.createClientToken(tokenRequestFor(id, { amount, order })));
    texts.push(textOf(sent));
  }
  // If equal requests are sent alike, another amount must be in the request, in cents or with a dot.
  const asking = async (amount: number) =>
    textOf(await sentBy(() => gateway.createClientToken(tokenRequestFor(null, { amount: cents(amount) }))));
  const [once, again, other] = [await asking(4_711), await asking(4_711), await asking(4_899)];
  if (once === again && once !== other)
    expect(once, 'the amount of a client token').toMatch(/\b(?:4711|47\.11)\b/);
  const [first = ''] = texts;
  for (const [index, text] of texts.entries()) {
    const isSent = (value: string) => text.includes(`"${value}"`);
    for (const [other, customer] of customers.entries()) {
      if (customer === null) continue;
      if (other !== index) expect(isSent(customer), `token ${index} has ${customer}`).toBe(false);
      else if (first.includes(`"${customers[0]}"`)) expect(isSent(customer), customer).toBe(true);
    }
    for (const format of formats)
      if (new RegExp(`\\b${format(1_999)}\\b`).test(first))
        expect(text).toMatch(new RegExp(`\\b${format(amounts[index] ?? 0)}\\b`));
    if (first.includes(orders[0] ?? '')) expect(text).toContain(orders[index]);
    if (first.includes('buyer-0@')) expect(text).toContain(`buyer-${index}@`);
  }
}

export const buyerCases: KitCases<CardGatewayHarness> = {
  async 'sends no data of one buyer with the charge of the next'({ gateway, nonce }) {
    const requests: ChargeRequest[] = [];
    for (const part of [...otherValues, allValues, {}]) {
      const request = requestFor(await nonce('accepted'), part);
      const sent = await sentBy(() => gateway.charge(request));
      expectSeen(sent.length);
      const text = textOf(sent);
      const own = ofBuyer(request);
      for (const before of requests.flatMap(ofBuyer)) {
        if (own.some((one) => one.includes(before))) continue;
        expect(text.includes(JSON.stringify(before)), `sent again: ${before}`).toBe(false);
      }
      requests.push(request);
    }
  },
};

export const pagePartCases: KitCases<PageGatewayHarness> = {
  async 'sends every field of a payment to the provider, and returns the same outcome from every call'(
    harness,
  ) {
    const { gateway, act, taken } = harness;
    const other = await harness.another();
    for (const part of pageValues) {
      const { asked, key, outcome, id } = await openPage(harness, { amount: cents(123_456), ...part });
      const { amount, locale, return_url, statement_descriptor } = asked;
      const [first = {}, ...more] = await harness.opened(key);
      const { page: _, ...opened } = first as Partial<OpenedPage>;
      const asIs = { amount, currency: 'EUR', locale, return_url };
      expect(opened).toEqual('statement_descriptor' in opened ? { ...asIs, statement_descriptor } : asIs);
      expect(more).toEqual([]);
      for (const same of [gateway.findCharge, other.findCharge]) expect(await same(key)).toEqual(outcome);
      expectShortMetadata(outcome);
      await act(key, 'pay');
      const found = await gateway.findCharge(key);
      expect(found).toMatchObject({ outcome: 'charged', amount, transaction_id: id, vault_token: null });
      if (found.outcome === 'charged') expect(paymentMethod.safeParse(found.method).error).toBeUndefined();
      expectShortMetadata(found);
      for (const same of [
        await other.findCharge(key),
        await gateway.charge(asked),
        await other.cancelAction(key, id),
      ])
        expect(same).toEqual(found);
      expect(await taken(asked.order_code)).toBe(amount);
    }
  },

  async 'requests each client token with its own data, and with none of the token before'({ gateway }) {
    await expectTokens(gateway);
  },
};
