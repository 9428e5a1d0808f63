import { cents } from '#core/rules/basics/money.ts';
import type {
  CapturingGateway,
  CardGateway,
  StoredCardCharge,
  VaultRequest,
} from '#ports/payment-gateway.ts';
import {
  isCapturing,
  type NonceKind,
  type PaymentGatewayHarness,
  requestFor,
} from './payment-gateway-harness.ts';

/** The outcome that a nonce causes at the provider or at the bank. */
export type CardNonceKind =
  | NonceKind
  | 'declined'
  /** The provider itself rejects the charge because of suspected fraud, without a request to the bank. */
  | 'rejected'
  /** The bank grants only a part: 50.00 EUR. */
  | 'granted_in_part'
  /** The provider grants the number of the amount, in another currency than EUR. */
  | 'other_currency'
  /**
   * The provider neither grants nor declines: the charge waits, for example for the bank's decision (`processing`), or
   * in a state that the port has no outcome for (`unknown`).
   */
  | 'unfinished'
  /** The charge needs an action of the buyer at the bank or provider. */
  | 'needs_action';

/** Data that a provider has received with a charge. Fields that its protocol does not have are missing. */
export interface ToldCharge {
  readonly return_url?: string | undefined;
  readonly locale?: string | undefined;
  readonly statement_descriptor?: string | null | undefined;
  readonly begins_series?: boolean | undefined;
  readonly currency?: string | undefined;
  /** In cents. */
  readonly amount?: number | undefined;
  readonly order_code?: string | undefined;
  readonly customer_id?: string | null | undefined;
}

/** An adapter under test that charges cards and stores payment methods, with access to its provider. */
export interface CardGatewayHarness extends PaymentGatewayHarness {
  readonly gateway: CardGateway;
  another(): Promise<CardGateway>;
  nonce(kind: CardNonceKind): Promise<string>;
  /**
   * Acts as the buyer for the action of a payment attempt. `cancel`: leaves the bank's page by its own button (skip the
   * test of its reason if there is none). Does nothing when the provider no longer waits for an action. Not defined for
   * a provider whose charges never need an action.
   */
  act?(attemptKey: string, choice: 'approve' | 'decline' | 'cancel'): Promise<void>;
  /** Makes the provider report an undocumented state for a charge from now on. */
  tellUnknownState?(attemptKey: string): Promise<void>;
  /** Returns the number of payment methods that the provider has stored. */
  storedCards(): Promise<number>;
  /** Returns the data that the provider has received with the charge of a payment attempt. */
  told(attemptKey: string): Promise<ToldCharge>;
  /** Returns the device data that the provider has received, in the order of arrival. */
  deviceData(): Promise<readonly string[]>;
  hang(): Promise<void>;
  answer(status: number, body: string): Promise<void>;
}

export function vaultRequest(customer_id: string, payment_method_nonce: string): VaultRequest {
  return Object.freeze({ customer_id, payment_method_nonce, device_data: null });
}

/** Returns a request to charge a stored payment method, 19.99 EUR unless an amount is given. */
export function storedRequestFor(
  vault_token: string,
  customer_id: string,
  amount = cents(1_999),
): StoredCardCharge {
  const { attempt_key, order_code } = requestFor('');
  return Object.freeze({ attempt_key, order_code, amount, vault_token, customer_id });
}

/** Stores the payment method of an accepted nonce for a customer. Returns its vault token. */
export async function storedFor(
  { gateway, nonce }: CardGatewayHarness,
  customer_id: string,
): Promise<string> {
  const kept = await gateway.vault(vaultRequest(customer_id, await nonce('accepted')));
  if (kept.outcome !== 'vaulted') throw new Error(`Not kept: ${JSON.stringify(kept)}`);
  return kept.vault_token;
}

/** Returns a gateway that authorises first and captures later. Throws if it cannot capture. */
export function capturing({ gateway }: Pick<CardGatewayHarness, 'gateway'>): CapturingGateway {
  if (!isCapturing(gateway))
    throw new Error('The gateway has no `capture`: skip the tests of `captureTests`');
  return gateway;
}

/** Returns whether an outcome means that money was or will be taken. */
export function isPaid({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'charged' || outcome === 'authorised' || outcome === 'awaiting_payment';
}

/** Authorises a charge of 1,234.56 EUR without capturing it. */
export async function authorised({ gateway, nonce }: CardGatewayHarness) {
  const request = requestFor(await nonce('accepted'), { amount: cents(123_456) });
  const outcome = await gateway.charge(request);
  if (outcome.outcome !== 'authorised') throw new Error(`Not authorised: ${JSON.stringify(outcome)}`);
  return { request, id: outcome.transaction_id, outcome };
}
