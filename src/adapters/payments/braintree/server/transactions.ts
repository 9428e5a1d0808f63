import { z } from 'zod';
import { brandOf } from '#adapters/payments/braintree/card-brands.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { ChargeOutcome, DeclineReason } from '#ports/payment-gateway.ts';

const instrument = z.object({
  token: z.string().nullish(),
  cardType: z.string().nullish(),
  last4: z.string().nullish(),
});

/** The used part of a transaction. Amounts are texts such as `89.00`. */
export const transactionSchema = z.object({
  id: z.string().min(1),
  status: z.string(),
  type: z.string(),
  amount: z.string().regex(/^\d+\.\d{2}$/),
  currencyIsoCode: z.string(),
  orderId: z.string().nullish(),
  gatewayRejectionReason: z.string().nullish(),
  refundIds: z.array(z.string()).nullish(),
  paymentInstrumentType: z.string(),
  creditCard: instrument.nullish(),
  paypalAccount: z.object({ token: z.string().nullish() }).nullish(),
  androidPayCard: instrument.nullish(),
  applePayCard: instrument.nullish(),
});

export type BraintreeTransaction = z.output<typeof transactionSchema>;

/** A stored payment method, or a card as part of a transaction. */
export const paymentMethodSchema = instrument.extend({ email: z.string().nullish() });

/** The state of a sale's money by Braintree's status. */
const moneyStates = {
  authorizing: 'moving',
  authorized: 'authorised',
  submitted_for_settlement: 'submitted',
  settlement_pending: 'settling',
  settlement_confirmed: 'settling',
  settling: 'settling',
  settled: 'settled',
  voided: 'voided',
  authorization_expired: 'not_taken',
  failed: 'not_taken',
  gateway_rejected: 'not_taken',
  processor_declined: 'not_taken',
  settlement_declined: 'not_taken',
} as const;

export type MoneyState = (typeof moneyStates)[keyof typeof moneyStates];

/** Returns the state of a sale's money. An unknown status counts as `moving`, so that the outcome stays open. */
export function moneyStateOf({ status }: BraintreeTransaction): MoneyState {
  const known: Readonly<Record<string, MoneyState>> = moneyStates;
  return known[status] ?? 'moving';
}

/** Returns whether a sale or refund was declined or voided, so that no money moves any more. */
export function isDeclinedOrVoided(transaction: BraintreeTransaction): boolean {
  return ['not_taken', 'voided'].includes(moneyStateOf(transaction));
}

export type SaleOutcome = Exclude<
  ChargeOutcome,
  { outcome: 'awaiting_payment' | 'requires_action' | 'processing' }
>;

/** Returns the outcome of a sale. There is a vault token only if `isStored`: the payment method was to be stored. */
export function outcomeOf(transaction: BraintreeTransaction, isStored: boolean): SaleOutcome {
  const state = moneyStateOf(transaction);
  if (state === 'moving') return { outcome: 'unknown' };
  if (isDeclinedOrVoided(transaction))
    return { outcome: 'declined', reason: declineReason(transaction), transaction_id: transaction.id };
  const { method, token } = methodOf(transaction);
  return {
    outcome: state === 'authorised' ? 'authorised' : 'charged',
    transaction_id: transaction.id,
    amount: centsOf(transaction.amount),
    method,
    vault_token: isStored && token !== null ? vaultToken(token) : null,
  };
}

const rejectionReasons: Readonly<Record<string, DeclineReason>> = {
  fraud: 'GATEWAY_REJECTED_FRAUD',
  risk_threshold: 'GATEWAY_REJECTED_FRAUD',
  three_d_secure: 'VERIFICATION_REQUIRED',
};

/** Returns the decline reason. Unlisted rejections are `PROCESSOR_DECLINED`: the shopper has to try another card. */
function declineReason({ gatewayRejectionReason }: BraintreeTransaction): DeclineReason {
  return rejectionReasons[gatewayRejectionReason ?? ''] ?? 'PROCESSOR_DECLINED';
}

const paypal = { kind: 'paypal', brand: null, last_four: null } as const;

function methodOf(transaction: BraintreeTransaction): {
  readonly method: PaymentMethodSummary;
  readonly token: string | null;
} {
  const { paymentInstrumentType, creditCard, paypalAccount, androidPayCard, applePayCard } = transaction;
  switch (paymentInstrumentType) {
    case 'paypal_account':
      return { method: paypal, token: paypalAccount?.token ?? null };
    case 'android_pay_card':
      return { method: cardMethod('google_pay', androidPayCard), token: androidPayCard?.token ?? null };
    case 'apple_pay_card':
      return { method: cardMethod('apple_pay', applePayCard), token: applePayCard?.token ?? null };
    default:
      return { method: cardMethod('card', creditCard), token: creditCard?.token ?? null };
  }
}

/** Returns the summary of a payment method that was stored without a sale. */
export function storedMethod(method: z.output<typeof paymentMethodSchema>): PaymentMethodSummary {
  const isPayPal = (method.email ?? null) !== null && (method.last4 ?? null) === null;
  return isPayPal ? paypal : cardMethod('card', method);
}

type ShownCard = {
  readonly cardType?: string | null | undefined;
  readonly last4?: string | null | undefined;
};

function cardMethod(
  kind: PaymentMethodSummary['kind'],
  card: ShownCard | null | undefined,
): PaymentMethodSummary {
  const lastFour = card?.last4 ?? '';
  return {
    kind,
    brand: brandOf(card?.cardType ?? ''),
    last_four: /^\d{4}$/.test(lastFour) ? lastFour : null,
  };
}

const vaultPrefix = 'vault:';

/** Returns the id of a stored payment method outside this adapter. */
export function vaultToken(token: string): string {
  return `${vaultPrefix}${token}`;
}

/** Returns Braintree's token of a stored payment method. */
export function storedToken(vaultToken: string): string {
  return vaultToken.slice(vaultPrefix.length);
}

export function centsOf(amount: string): Cents {
  return cents(Math.round(Number(amount) * 100));
}

export function inEuros(amount: Cents): string {
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}
