import { expect } from 'vitest';
import { paymentAction } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import { pageAddressCases } from './address-cases.ts';
import { exhaustivePageCases } from './exhaustive-payment-cases.ts';
import { gatewayRules, isSecretToken } from './gateway-call-rules.ts';
import { pageAccountCases } from './page-account-cases.ts';
import {
  callsOf,
  type OpenedPage,
  openPage,
  type PageGatewayHarness,
  pageRequest,
} from './page-gateway-harness.ts';
import { expectSilent, longOrderCode, misleadingBody, tokenRequestFor } from './payment-gateway-harness.ts';
import { pageProcessCases } from './process-cases.ts';
import { refundCases } from './refund-cases.ts';
import { type KitCases, required, runKit, type Tested } from './run-kit.ts';
import { expectNothing, silentPageCases } from './silent-provider-cases.ts';
import { surprisingPageCases } from './surprising-page-cases.ts';
import { unreadablePageCases } from './unreadable-page-cases.ts';

const ended = /^(?:declined|never_charged)$/;

const pages: KitCases<PageGatewayHarness> = {
  async 'has an identity that begins with its name, and declares that buyers pay on a page'({ gateway }) {
    expect(gateway.name).toMatch(/^[a-z][a-z0-9_]{0,31}$/);
    expect(gateway.identity.replace(/\/[A-Za-z0-9_-]+$/, '')).toBe(gateway.name);
    expect(gateway.pays_on).toBe('provider_page');
  },

  async 'returns a client token for a guest and for a customer'({ gateway }) {
    expect(await gateway.createClientToken(tokenRequestFor(null))).toMatch(/./);
    expect(await gateway.createClientToken(tokenRequestFor('customer-1'))).toMatch(/./);
  },

  async 'returns no client token when the provider does not take such payments'(harness) {
    const { gateway } = harness;
    const withdrawOffer = required(harness, 'withdrawOffer');
    expect(await gateway.createClientToken(tokenRequestFor(null))).toMatch(/./);
    await withdrawOffer();
    expect(await gateway.createClientToken(tokenRequestFor(null))).toBeNull();
  },

  async 'redirects to one page for each attempt, and takes no money before the buyer has paid there'(
    harness,
  ) {
    const { gateway, taken, opened } = harness;
    const { asked, key, outcome } = await openPage(harness);
    expect(paymentAction.parse(outcome.action).kind).toBe('redirect');
    expect(await gateway.findCharge(key)).toEqual(outcome);
    const repeated = await Promise.all(Array.from({ length: 20 }, () => gateway.charge(asked)));
    expect(repeated).toEqual(repeated.map(() => outcome));
    expect(await opened(key)).toHaveLength(1);
    expect(await taken(asked.order_code)).toBe(0);
  },

  async 'sends the exact amount, the return URL, the language and the statement text to the provider'(
    harness,
  ) {
    for (const [amount, locale, statement_descriptor] of [
      [1_999, 'de', 'MEISTERHAND KURSE 2026'],
      [29, 'en', null],
      [123_456, 'de', null],
    ] as const) {
      const token = 'aB3-'.repeat(70);
      const return_url = `https://shop.example/${locale}/checkout/return/${amount}?of=M%C3%BCller&t=${token}#${locale}`;
      const { key, asked, outcome } = await openPage(harness, {
        amount: cents(amount),
        locale,
        return_url,
        statement_descriptor,
      });
      const [opened = {}, ...others] = await harness.opened(key);
      const { page, ...told } = opened as Partial<OpenedPage>;
      const asIs = { amount, currency: 'EUR', locale, return_url };
      expect(told).toEqual('statement_descriptor' in told ? { ...asIs, statement_descriptor } : asIs);
      if (page !== undefined) expect(outcome.action).toEqual({ kind: 'redirect', url: page });
      expect(others).toEqual([]);
      await harness.act(key, 'pay');
      expect(await harness.gateway.findCharge(key)).toMatchObject({ outcome: 'charged', amount });
      expect(await harness.taken(asked.order_code)).toBe(amount);
    }
  },

  async 'writes neither buyers nor client tokens to the console, its log or the outcomes'(harness) {
    await expectSilent(harness, async () => {
      const { gateway, act } = harness;
      const token = await gateway.createClientToken(tokenRequestFor('customer-of-4711'));
      const reported = [];
      for (const choice of ['pay', 'cancel'] as const) {
        const { key, asked } = await openPage(harness, { customer_id: 'customer-of-4711' });
        await act(key, choice);
        reported.push(await gateway.charge(asked), await gateway.findCharge(key));
      }
      await harness.answer(500, misleadingBody);
      await gateway.charge(pageRequest({ customer_id: 'customer-of-4711' }));
      await harness.cutOff();
      await gateway.createClientToken(tokenRequestFor('customer-of-4711'));
      expect(JSON.stringify(reported)).not.toContain('customer-of-4711');
      return ['customer-of-4711', 'karla@', isSecretToken(token ?? '') ? token : null];
    });
  },

  async 'charges once when the buyer pays, and names the payment method'(harness) {
    const { gateway, act, taken } = harness;
    const { asked, key, id } = await openPage(harness);
    await act(key, 'pay');
    await act(key, 'pay');
    const found = await gateway.findCharge(key);
    expect(found).toMatchObject({ outcome: 'charged', transaction_id: id, amount: 123_456 });
    if (found.outcome !== 'charged') return;
    expect(found.vault_token).toBeNull();
    expect(found.method.kind).toMatch(/^(?:provider_page|paypal)$/);
    if (harness.method !== undefined) expect(found.method).toEqual(harness.method);
    if (found.method.kind === 'provider_page') expect(found.method.label).toMatch(/./);
    expect(await gateway.charge(asked)).toEqual(found);
    expect(await taken(asked.order_code)).toBe(123_456);
  },

  async 'distinguishes a cancellation by the buyer, a refusal and an expiry'(harness) {
    const { gateway, act, taken } = harness;
    const reasonAfter = async (choice: 'cancel' | 'fail' | 'expire') => {
      const { key, asked, id } = await openPage(harness);
      await act(key, choice);
      const found = await gateway.findCharge(key);
      const end = await gateway.cancelAction(key, id);
      if (end.outcome === 'declined') expect(end.transaction_id ?? id, 'another payment').toBe(id);
      expect(await taken(asked.order_code)).toBe(0);
      return found.outcome === 'declined' ? found.reason : found.outcome;
    };
    expect(await reasonAfter('cancel')).toBe('CANCELLED_BY_BUYER');
    expect(await reasonAfter('fail')).toMatch(/^(?:PROCESSOR_DECLINED|GATEWAY_REJECTED_FRAUD)$/);
    expect(await reasonAfter('expire')).toMatch(/^(?:EXPIRED|never_charged)$/);
  },

  async 'distinguishes attempts whose keys begin alike, each with a page of its own'(harness) {
    const { gateway, act } = harness;
    const order_code = longOrderCode();
    const first = await openPage(harness, { order_code, attempt_key: `${order_code}/1` });
    const other = await openPage(harness, { order_code, attempt_key: `${order_code}/10` });
    expect(other.outcome.action).not.toEqual(first.outcome.action);
    await act(other.key, 'pay');
    expect(await gateway.findCharge(other.key)).toMatchObject({ transaction_id: other.id });
    expect(await gateway.findCharge(first.key)).toEqual(first.outcome);
  },

  async 'never returns a payment for a request with another amount'(harness) {
    const { asked, key } = await openPage(harness);
    await harness.act(key, 'pay');
    expect(await harness.gateway.charge({ ...asked, amount: cents(1) })).toEqual({ outcome: 'unknown' });
  },
};

const pending: KitCases<PageGatewayHarness> = {
  async 'returns processing while the bank decides, and charged or declined afterwards'(harness) {
    const { gateway, act, decide, taken } = harness;
    for (const decision of ['grant', 'refuse'] as const) {
      const { key, asked, id } = await openPage(harness);
      await act(key, 'pay_later');
      for (const found of [await gateway.findCharge(key), await gateway.charge(asked)])
        expect(found).toMatchObject({ outcome: 'processing', transaction_id: id });
      expect(await taken(asked.order_code)).toBe(0);
      await decide(key, decision);
      const outcome = decision === 'grant' ? 'charged' : 'declined';
      expect(await gateway.findCharge(key)).toMatchObject({ outcome });
      expect(await taken(asked.order_code)).toBe(decision === 'grant' ? 123_456 : 0);
    }
  },

  async 'cancels a payment that the bank has not decided, or returns processing'(harness) {
    const { gateway, act, decide, taken } = harness;
    const { key, asked, id } = await openPage(harness);
    await act(key, 'pay_later');
    const { outcome } = await gateway.cancelAction(key, id);
    expect(outcome).toMatch(/^(?:processing|declined|never_charged)$/);
    await decide(key, 'grant');
    expect(await taken(asked.order_code)).toBe(outcome === 'processing' ? 123_456 : 0);
  },
};

const endings: KitCases<PageGatewayHarness> = {
  async 'takes no money on the page of a cancelled attempt'(harness) {
    const { gateway, act, taken } = harness;
    const { key, asked, id } = await openPage(harness);
    const end = await gateway.cancelAction(key, id);
    const { outcome } = end;
    expect(outcome).toMatch(ended);
    // The reason is neither one of the bank nor one of the buyer.
    if (end.outcome === 'declined')
      expect([end.reason, end.transaction_id ?? id], 'another payment').toEqual(['EXPIRED', id]);
    await act(key, 'pay');
    expect((await gateway.findCharge(key)).outcome).toBe(outcome);
    expect((await gateway.charge(asked)).outcome).toMatch(ended);
    expect(await taken(asked.order_code)).toBe(0);
  },

  async 'returns charged when the buyer pays before the cancellation'(harness) {
    const { gateway, act } = harness;
    const { key, id } = await openPage(harness);
    await act(key, 'pay');
    const outcome = await gateway.cancelAction(key, id);
    expect(outcome).toMatchObject({ outcome: 'charged', transaction_id: id });
    expect(await gateway.findCharge(key)).toEqual(outcome);
  },

  async 'finds a page whose response was lost'(harness) {
    const asked = pageRequest();
    await harness.loseNext('response');
    expect(await harness.gateway.charge(asked)).toEqual({ outcome: 'unknown' });
    expect(await harness.gateway.findCharge(asked.attempt_key)).toMatchObject({
      outcome: 'requires_action',
    });
    expect(await harness.opened(asked.attempt_key)).toHaveLength(1);
  },

  async 'finds and cancels a page in another process than the one that opened it'(harness) {
    const { gateway, act, opened, taken } = harness;
    const other = await harness.another();
    const { key, asked, outcome, id } = await openPage(harness);
    // A restarted process looks the payment up first.
    expect(await other.findCharge(key)).toEqual(outcome);
    expect(await other.charge(asked)).toEqual(outcome);
    expect(await opened(key)).toHaveLength(1);
    const { outcome: end } = await other.cancelAction(key, id);
    expect(end).toMatch(ended);
    await act(key, 'pay');
    expect((await gateway.findCharge(key)).outcome).toBe(end);
    expect(await taken(asked.order_code)).toBe(0);
  },

  async 'closes an attempt that it reports as never charged'(harness) {
    const { gateway, taken } = harness;
    const asked = pageRequest();
    await harness.loseNext('request');
    expect(await gateway.charge(asked)).toEqual({ outcome: 'unknown' });
    expect(await gateway.findCharge(asked.attempt_key)).toEqual({ outcome: 'never_charged' });
    expect((await gateway.charge(asked)).outcome).toBe('declined');
    await harness.act(asked.attempt_key, 'pay');
    expect(await gateway.findCharge(asked.attempt_key)).toEqual({ outcome: 'never_charged' });
    expect(await taken(asked.order_code)).toBe(0);
  },

  async 'returns unknown, and no client token, from every call while the provider is unreachable'(harness) {
    const subject = await openPage(harness);
    await harness.cutOff();
    await expectNothing(callsOf(harness, subject), 'unreachable');
  },
};

/** The tests of refunds, for payments on the page. */
const refunds: KitCases<PageGatewayHarness> = Object.fromEntries(
  Object.entries(refundCases).map(([title, run]) => [
    title,
    (harness: PageGatewayHarness) =>
      run({
        ...harness,
        nonce: async () => 'page:kit:1',
        agree: (attemptKey) => harness.act(attemptKey, 'pay'),
      }),
  ]),
);

/** The conformance tests of `PageGateway` in `ports/payment-gateway.ts` by title. */
export const pageGatewayCases = {
  ...pageProcessCases,
  ...pages,
  ...pending,
  ...endings,
  ...surprisingPageCases,
  ...silentPageCases,
  ...unreadablePageCases,
  ...pageAddressCases,
  ...pageAccountCases,
  ...exhaustivePageCases,
  ...refunds,
};

/** The titles of the tests that a provider skips which decides all payments at once. */
export const pendingTests = Object.keys(pending);

/**
 * Registers the tests for a gateway whose buyers pay on a page of the provider. It needs no kit of a card tokenizer.
 */
export const describePageGateway = (adapter: Tested<PageGatewayHarness>) =>
  runKit('page gateway', pageGatewayCases, adapter, gatewayRules<PageGatewayHarness>());
