import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import {
  type CardGatewayHarness,
  heldBy,
  keepFor,
  storedFor,
  storedRequestFor,
} from './card-gateway-harness.ts';
import { everyCall, nothingKnown, type PageGatewayHarness, waiting } from './page-gateway-harness.ts';
import {
  charged,
  type PaymentGatewayHarness,
  requestFor,
  tokenRequestFor,
} from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { required } from './unreadable-responses-cases.ts';

/** Statuses of proxies, of firewalls and of providers that were changed, with a page that says nothing of a payment. */
const statuses = [201, 300, 302, 400, 403, 404, 405, 408, 409, 410, 413, 422, 425, 451, 501, 502, 504, 520];

const page = '<!doctype html><title>Blocked</title><p>Request refused. Not found. Card declined.</p>';

const unknown = { outcome: 'unknown' };

const title =
  'returns unknown, never a decline, for any other status with a page that says nothing of the payment';

export const otherStatusCases: KitCases<PaymentGatewayHarness> = {
  async [title](harness) {
    const { gateway, nonce } = harness;
    const answer = required(harness, 'answer');
    const request = requestFor(await nonce('accepted'));
    const { transaction_id } = await charged(harness, request);
    const other = requestFor(await nonce('accepted'));
    for (const status of statuses) {
      await answer(status, page);
      const told = await Promise.all([
        gateway.charge({ ...other, attempt_key: `${other.attempt_key}/${status}` }),
        gateway.findCharge(request.attempt_key),
        gateway.refund(transaction_id, cents(100), `refund-${status}`),
        gateway.createClientToken(tokenRequestFor(null)),
      ]);
      expect(told, `status ${status}`).toEqual([unknown, unknown, unknown, null]);
    }
  },
};

export const otherCardStatusCases: KitCases<CardGatewayHarness> = {
  async 'returns unknown for any other status with a page that says nothing of the card'(harness) {
    const { gateway, answer, nonce } = harness;
    const held = await heldBy(harness);
    const renewal = storedRequestFor(await storedFor(harness, 'customer-1'), 'customer-1');
    const accepted = await nonce('accepted');
    for (const status of statuses) {
      await answer(status, page);
      const told = await Promise.all([
        ...held.calls(),
        gateway.vault(keepFor('customer-1', accepted)),
        gateway.chargeStored({ ...renewal, attempt_key: `${renewal.attempt_key}/${status}` }),
      ]);
      expect(told, `status ${status}`).toEqual(told.map(() => unknown));
      await gateway.checkAccount();
    }
  },
};

export const otherPageStatusCases: KitCases<PageGatewayHarness> = {
  async [title](harness) {
    const { key, id, asked } = await waiting(harness);
    for (const status of statuses) {
      await harness.answer(status, page);
      expect(await everyCall(harness, { key, id, asked }), `status ${status}`).toEqual(nothingKnown);
    }
  },
};
