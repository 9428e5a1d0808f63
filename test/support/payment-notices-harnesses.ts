import { createBraintreeNotices } from '#adapters/payments/braintree/server/braintree-notices.ts';
import type { PaymentNoticeKind, Webhook } from '#ports/payment-notices.ts';
import { createGatewayState, type GatewayState } from '#test/braintree-gateway/gateway-state.ts';
import {
  signNotice as signBraintreeNotice,
  signPayload as signBraintreePayload,
} from '#test/braintree-gateway/start-gateway.ts';
import type { OtherBody, PaymentNoticesHarness, ProviderEvent } from '#test/kits/payment-notices-harness.ts';

const kinds: readonly PaymentNoticeKind[] = [
  'settled',
  'settlement_declined',
  'refund_failed',
  'dispute_opened',
  'dispute_under_review',
  'dispute_won',
  'dispute_lost',
];

/** A kit test that does not apply to Braintree. */
export const braintreeNoticeSkips = [
  {
    test: 'refuses a body with other white space than the signed one',
    reason: 'the signature is a field of the body, not a header',
  },
  ...['refuses a webhook that was signed a day ago'].map((test) => ({
    test,
    reason: 'the vendor signs no time of sending; repeated notices have the same key',
  })),
];

const noTime = () => Promise.reject(new Error('The time of sending is not checked'));

/** Names of the events in Braintree's webhooks. */
const braintreeKinds: Readonly<Record<ProviderEvent['kind'], string>> = {
  settled: 'transaction_settled',
  settlement_declined: 'transaction_settlement_declined',
  // Braintree reports neither of these two.
  payment_failed: 'disbursement',
  payment_expired: 'disbursement',
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

/** Alters the XML of a notification. */
function otherXml(xml: string, how: OtherBody): string {
  if (how === 'spaced') return `${xml.replaceAll('><', '>\n  <')}\n`;
  if (how === 'with_more') return xml.replace('</notification>', '<risk>low</risk></notification>');
  if (how === 'list') return '<notifications type="array"/>';
  if (how === 'cut') return xml.slice(0, -20);
  if (how === 'without_attempt') return xml.replace(/<order-id[^>]*>[^<]*<\/order-id>/, '');
  return xml.replace(
    how === 'without_amount'
      ? /<amount(?:-disputed)?\b[^>]*>[^<]*<\/amount(?:-disputed)?>/
      : '<id>transaction-1</id>',
    '',
  );
}

/** Opens Braintree's notice reader. The vendor's own SDK signs the notices. */
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
    signOtherwise: async (event, how) => {
      const xml = Buffer.from(signed(event, state).bt_payload, 'base64').toString();
      const { payload, signature } = signBraintreePayload(state, otherXml(xml, how));
      return sent({ bt_payload: payload, bt_signature: signature });
    },
    signLongAgo: noTime,
    unsign: async (event) => sent({ bt_payload: signed(event, state).bt_payload, bt_signature: '' }),
  };
}
