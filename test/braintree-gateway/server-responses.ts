import type {
  GatewayState,
  Instrument,
  StoredMethod,
  StoredNonce,
  ThreeDSecure,
  Transaction,
} from './gateway-state.ts';
import { type GatewayAnswer, listOf, toXml, type XmlValue } from './protocol.ts';

/** Returns a transaction in the format of the merchants' API. */
export function describeTransaction(state: GatewayState, transaction: Transaction): XmlValue {
  const refunds = [...state.transactions.values()].filter(
    ({ refunded_transaction_id }) => refunded_transaction_id === transaction.id,
  );
  const isDeclined = transaction.status === 'processor_declined';
  const isRejected = transaction.status === 'gateway_rejected';
  return {
    id: transaction.id,
    status: transaction.status,
    type: transaction.type,
    currency_iso_code: state.settings.currency,
    amount: inEuros(transaction.amount),
    merchant_account_id: 'meisterhand_eur',
    order_id: transaction.order_id,
    created_at: new Date(transaction.created_at).toISOString(),
    customer: { id: transaction.customer_id },
    payment_instrument_type: transaction.instrument.kind,
    ...describeInstrument(transaction.instrument, transaction.token),
    three_d_secure_info: describeThreeDSecure(transaction.three_d_secure),
    gateway_rejection_reason: transaction.rejection_reason,
    processor_response_code: isRejected ? null : isDeclined ? '2000' : '1000',
    processor_response_text: isRejected ? null : isDeclined ? 'Do Not Honor' : 'Approved',
    refunded_transaction_id: transaction.refunded_transaction_id,
    refund_ids: listOf(
      'item',
      refunds.map(({ id }) => id),
    ),
    disputes: listOf('dispute', []),
    authorization_adjustments: listOf('authorization_adjustment', []),
  };
}

/** Returns a stored payment method in the format of the merchants' API: one element, named after its kind. */
export function describeMethod({ token, customer_id, instrument }: StoredMethod): string {
  const shown = Object.values(describeInstrument(instrument, token))[0];
  return toXml(instrument.kind, { ...(shown as Record<string, XmlValue>), customer_id });
}

export function describeNonce({ nonce, instrument, three_d_secure, is_consumed }: StoredNonce): string {
  return toXml('payment_method_nonce', {
    nonce,
    type: {
      credit_card: 'CreditCard',
      paypal_account: 'PayPalAccount',
      android_pay_card: 'AndroidPayCard',
      apple_pay_card: 'ApplePayCard',
    }[instrument.kind],
    consumed: is_consumed,
    details: { last_four: instrument.last_four, card_type: instrument.card_type, bin: instrument.bin },
    three_d_secure_info: describeThreeDSecure(three_d_secure),
  });
}

function describeInstrument(
  instrument: Instrument,
  token: string | null,
): Readonly<Record<string, XmlValue>> {
  const card = {
    token,
    bin: instrument.bin,
    last_4: instrument.last_four,
    card_type: instrument.card_type,
    expiration_month: instrument.expiration_month,
    expiration_year: instrument.expiration_year,
    cardholder_name: instrument.cardholder_name,
  };
  switch (instrument.kind) {
    case 'credit_card':
      return { credit_card: card };
    case 'paypal_account':
      return { paypal: { token, payer_email: instrument.email, email: instrument.email } };
    case 'android_pay_card':
      return {
        android_pay_card: {
          ...card,
          source_card_type: instrument.card_type,
          source_card_last_4: instrument.last_four,
          virtual_card_type: instrument.card_type,
          virtual_card_last_4: instrument.last_four,
        },
      };
    case 'apple_pay_card':
      return { apple_pay: card };
  }
}

function describeThreeDSecure(result: ThreeDSecure | null): XmlValue {
  if (result === null) return null;
  return {
    status: result.status,
    liability_shifted: result.liability_shifted,
    liability_shift_possible: result.liability_shift_possible,
    enrolled: result.status === 'lookup_not_enrolled' ? 'N' : 'Y',
  };
}

function inEuros(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** A field that Braintree rejects, with its public error code. */
export interface Refusal {
  readonly code: string;
  readonly attribute: string;
  readonly message: string;
}

export function showTransaction(
  state: GatewayState,
  status: number,
  transaction: Transaction,
): GatewayAnswer {
  const shown = describeTransaction(state, transaction);
  const isRefused = transaction.status === 'gateway_rejected' || transaction.status === 'processor_declined';
  if (isRefused && status !== 200) return failed('Do Not Honor', { transaction: shown });
  return xml(status, toXml('transaction', shown));
}

export function refusal(code: string, attribute: string, message: string): Refusal {
  return { code, attribute, message };
}

export function refused(subject: string, refusals: readonly Refusal[]): GatewayAnswer {
  const errors = listOf(
    'error',
    refusals.map((each) => ({ ...each })),
  );
  return xml(
    422,
    toXml('api_error_response', {
      errors: { errors: listOf('error', []), [subject]: { errors } },
      message: refusals.map(({ message }) => message).join('\n'),
    }),
  );
}

export function failed(message: string, rest: Readonly<Record<string, XmlValue>>): GatewayAnswer {
  return xml(422, toXml('api_error_response', { errors: { errors: listOf('error', []) }, message, ...rest }));
}

export function xml(status: number, body: string): GatewayAnswer {
  const prolog = body === '' ? '' : '<?xml version="1.0" encoding="UTF-8"?>\n';
  return { status, type: 'application/xml; charset=utf-8', body: prolog + body };
}
