import { createBraintreeNotices } from '#adapters/payments/braintree/server/braintree-notices.ts';
import { createSandboxNotices } from '#adapters/payments/sandbox/server/sandbox-notices.ts';
import { signNotice as signSandboxNotice } from '#adapters/payments/sandbox/signed-notice.ts';
import type { PaymentNoticeKind, Webhook } from '#ports/payment-notices.ts';
import type { GatewayState } from '#test/braintree-gateway/gateway-state.ts';
import { createGatewayState } from '#test/braintree-gateway/gateway-state.ts';
import { signNotice as signBraintreeNotice } from '#test/braintree-gateway/start-gateway.ts';
import type { PaymentNoticesHarness, ProviderEvent } from '#test/kits/payment-notices-kit.ts';

const kinds: readonly PaymentNoticeKind[] = [
  'settled',
  'settlement_declined',
  'refund_failed',
  'dispute_opened',
  'dispute_under_review',
  'dispute_won',
  'dispute_lost',
];

/** Opens the sandbox's reader with the functions that the conformance kit needs. */
export async function openSandboxNotices(): Promise<PaymentNoticesHarness> {
  const secret = 'a-secret-of-the-sandbox';
  let now = 1_763_800_000_000;
  const signed = (event: ProviderEvent, key: string): Webhook => {
    now += 1_000;
    return signSandboxNotice(
      { ...event, kind: event.kind === 'unused' ? 'card_expires' : event.kind },
      key,
      now,
    );
  };
  return {
    notices: createSandboxNotices(secret),
    kinds,
    sign: async (event) => signed(event, secret),
    forge: async (event) => signed(event, 'another-secret'),
    unsign: async (event) => ({ ...signed(event, secret), headers: { 'content-type': 'application/json' } }),
  };
}

/** Names of the events in Braintree's webhooks. */
const braintreeKinds: Readonly<Record<ProviderEvent['kind'], string>> = {
  settled: 'transaction_settled',
  settlement_declined: 'transaction_settlement_declined',
  refund_failed: 'refund_failed',
  dispute_opened: 'dispute_opened',
  dispute_under_review: 'dispute_under_review',
  dispute_won: 'dispute_won',
  dispute_lost: 'dispute_lost',
  unused: 'disbursement',
};

function subjectOf({ kind, transaction_id: id, attempt_key: order_id, amount }: ProviderEvent) {
  const euros = (amount / 100).toFixed(2);
  if (!kind.startsWith('dispute')) return { transaction: { id, type: 'sale', amount: euros, order_id } };
  return { dispute: { id: `dispute-of-${id}`, amount_disputed: euros, transaction: { id, order_id } } };
}

/** Opens Braintree's reader, whose signatures are made by the vendor's own SDK. */
export async function openBraintreeNotices(): Promise<PaymentNoticesHarness> {
  const state = createGatewayState();
  const signed = (event: ProviderEvent, by: GatewayState) => {
    const time = new Date(event.happened_at).toISOString();
    return signBraintreeNotice(by, braintreeKinds[event.kind], subjectOf(event), time);
  };
  const sent = (fields: Record<string, string>): Webhook => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(fields).toString()),
  });
  return {
    notices: createBraintreeNotices({
      environment: 'sandbox',
      merchantId: state.merchant_id,
      publicKey: state.public_key,
      privateKey: state.private_key,
      merchantAccountId: null,
      allowsCardsWithout3DSecure: false,
      descriptor: { name: null, phone: null, url: null },
      gatewayUrl: null,
    }),
    kinds,
    sign: async (event) => sent(signed(event, state)),
    forge: async (event) => sent(signed(event, { ...state, private_key: 'another-key' })),
    unsign: async (event) => sent({ bt_payload: signed(event, state).bt_payload, bt_signature: '' }),
  };
}
