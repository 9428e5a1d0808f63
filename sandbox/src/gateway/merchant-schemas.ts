import type { DeclineReason } from 'meisterhand/ports';
import * as z from 'zod';
import { amount } from '../amount.ts';
import { cardBrands } from '../card-brands.ts';

/**
 * Schemas of the merchant API. The gateway parses requests with them, the adapter of the shop parses
 * responses.
 */
const key = z.string().min(1).max(200);

export const clientTokenRequest = z.object({ customer_id: z.string().nullish() });
export const clientTokenResponse = z.object({ client_token: z.string() });

export const chargeRequest = z.object({
  attempt_key: key,
  order_code: key,
  amount,
  payment_method_nonce: z.string().min(1).max(500),
  customer_id: z.string().nullable(),
  save_payment_method: z.boolean(),
  device_data: z.string().nullable(),
  /** URL to which the page of an action returns the browser. */
  return_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  /** Language of that page. */
  locale: z.enum(['de', 'en']).optional(),
});

export type ChargeOrder = z.output<typeof chargeRequest>;

export const storedChargeRequest = z.object({
  attempt_key: key,
  order_code: key,
  amount,
  vault_token: key,
  customer_id: key,
});

export type StoredChargeOrder = z.output<typeof storedChargeRequest>;

const vaultToken = z.string().startsWith('vault:');

const method = z.object({
  kind: z.enum(['card', 'paypal', 'google_pay']),
  brand: z.enum(cardBrands).nullable(),
  last_four: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
});

const granted = {
  transaction_id: z.string(),
  amount,
  method,
  vault_token: vaultToken.nullable(),
  metadata: z.record(z.string(), z.string()),
};
const charged = z.object({ outcome: z.literal('charged'), ...granted });
const authorised = z.object({ outcome: z.literal('authorised'), ...granted });

export const declineReasons = [
  'PROCESSOR_DECLINED',
  'GATEWAY_REJECTED_FRAUD',
  'NONCE_CONSUMED',
  'NONCE_UNKNOWN',
  'VERIFICATION_REQUIRED',
  'CANCELLED_BY_BUYER',
  'EXPIRED',
] as const satisfies readonly DeclineReason[];

const declined = z.object({
  outcome: z.literal('declined'),
  reason: z.enum(declineReasons),
  transaction_id: z.string().nullable(),
});

const requiresAction = z.object({
  outcome: z.literal('requires_action'),
  transaction_id: z.string(),
  action: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('redirect'), url: z.string() }),
    z.object({ kind: z.literal('in_page'), data: z.string() }),
  ]),
});

/** The gateway does not know the outcome yet; the shop's adapter reports it as `unknown`. */
const processing = z.object({ outcome: z.literal('processing') });

export const chargeResponse = z.discriminatedUnion('outcome', [
  authorised,
  charged,
  declined,
  requiresAction,
  processing,
]);

export type ChargeResponse = z.output<typeof chargeResponse>;

export const attemptResponse = z.discriminatedUnion('outcome', [
  authorised,
  charged,
  declined,
  requiresAction,
  processing,
  z.object({ outcome: z.literal('never_charged') }),
]);

export type AttemptResponse = z.output<typeof attemptResponse>;

export const captureResponse = z.object({ outcome: z.enum(['captured', 'refused']) });

export type CaptureResponse = z.output<typeof captureResponse>;

export const releaseResponse = z.object({ outcome: z.enum(['released', 'refused']) });

export type ReleaseResponse = z.output<typeof releaseResponse>;

export const vaultRequest = z.object({
  payment_method_nonce: z.string().min(1).max(500),
  customer_id: z.string().min(1).max(200),
  device_data: z.string().nullable(),
});

export const vaultResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('vaulted'), vault_token: vaultToken, method }),
  z.object({ outcome: z.literal('declined'), reason: z.enum(declineReasons) }),
]);

export type VaultResponse = z.output<typeof vaultResponse>;

export const refundRequest = z.object({ amount, refund_key: key });

export const refundResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('refunded'), refund_id: z.string() }),
  z.object({ outcome: z.literal('refused') }),
]);

export type RefundResponse = z.output<typeof refundResponse>;

export const noticeRequest = z.object({ kind: key, transaction_id: key });
