import type { Client } from 'braintree-web/client';
import type { HostedFieldsBillingAddress } from 'braintree-web/hosted-fields';
import assets from 'braintree-web/lib/assets.js';
import type {
  ThreeDSecure,
  ThreeDSecureBillingAddress,
  ThreeDSecureShippingAddress,
  ThreeDSecureVerifyPayload,
} from 'braintree-web/three-d-secure';
import threeDSecure from 'braintree-web/three-d-secure/index.js';
import { openVerificationDialog, type VerificationDialog } from '#adapters/payments/verification-dialog.ts';
import type { PostalAddress } from '#core/model/address.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payments/payment-rules.ts';
import type { TokenizeFailure, VerificationOptions } from '#ports/card-tokenizer.ts';
import { type BraintreeLimits, callSdk, ignoreFailure } from './sdk-calls.ts';

type Verified = Result<Pick<PaymentNonce, 'nonce' | 'liability_shifted'>, TokenizeFailure>;

interface CardToVerify {
  readonly nonce: string;
  /** The first six digits of the number, which identify the bank. */
  readonly bin: string;
  readonly subject: VerificationSubject;
}

/** 3-D Secure 2 for nonces of the card fields. One call at a time. */
export interface CardVerification {
  /** Loads the bank's script, so that the first card does not wait for it. */
  prepare(): Promise<Result<null, TokenizeFailure>>;
  /** Returns a new nonce, because the lookup consumes the given one. A failed or cancelled challenge is a failure. */
  verify(card: CardToVerify): Promise<Verified>;
  teardown(): void;
}

export interface Surroundings {
  readonly window: Window;
  readonly client: Client;
  readonly limits: BraintreeLimits;
  readonly signal: AbortSignal;
}

/**
 * For merchant accounts without 3-D Secure: nonces stay unchanged. The server decides whether they are charged
 * (docs/behaviour/payments.md#cards-without-3-d-secure).
 */
export const noVerification: CardVerification = {
  prepare: async () => ok(null),
  verify: async ({ nonce }) => ok({ nonce, liability_shifted: false }),
  teardown() {},
};

/** A type missing in the SDK's type definitions. */
interface ChallengeFrame {
  readonly element: HTMLElement;
}

export function createCardVerification(
  surroundings: Surroundings,
  options: VerificationOptions,
): CardVerification {
  const { window, client, limits, signal } = surroundings;
  let instance: ThreeDSecure | null = null;
  let isBusy = false;

  function drop(used: ThreeDSecure): void {
    if (instance === used) instance = null;
    ignoreFailure(() => used.teardown());
  }

  async function open(): Promise<Result<ThreeDSecure, TokenizeFailure>> {
    if (instance !== null) return ok(instance);
    // The provider's code caches a script that failed to load, and would never load it again.
    if (!('Cardinal' in window)) assets.loadScript.clearCache();
    const create = async () => threeDSecure.create({ client, version: '2-inline-iframe' });
    const created = await callSdk({ window, limit: limits.mount, signal }, create, drop);
    if (created.ok) instance = created.value;
    return created;
  }

  return {
    async prepare() {
      const opened = await open();
      return opened.ok ? ok(null) : opened;
    },
    async verify(card) {
      const opened = await open();
      if (!opened.ok) return opened;
      isBusy = true;
      const verified = await verifyWith(opened.value, card, surroundings, options);
      isBusy = false;
      // An instance that has failed once fails again (braintree-web issue 637); the next card gets a fresh one.
      if (!verified.ok) drop(opened.value);
      return verified;
    },
    teardown() {
      // A busy instance is aborted by the signal and dropped then.
      if (instance !== null && !isBusy) drop(instance);
    },
  };
}

/**
 * Runs 3-D Secure with two timeouts: until the bank has decided or its challenge is visible, and then until the shopper
 * has finished it. Without them a blocked script of the bank would make the call wait forever.
 */
async function verifyWith(
  instance: ThreeDSecure,
  { nonce, bin, subject }: CardToVerify,
  { window, limits, signal }: Surroundings,
  options: VerificationOptions,
): Promise<Verified> {
  const over = new AbortController();
  let dialog: VerificationDialog | null = null;
  let wasCancelled = false;
  let reach: (point: 'shown' | 'unreadable') => void = () => {};
  const reached = new Promise<'shown' | 'unreadable'>((resolve) => {
    reach = resolve;
  });

  function present(frame?: ChallengeFrame, next?: () => void): void {
    if (over.signal.aborted || frame === undefined) return;
    // A dialog of the bank's script would stay after a teardown of the fields (braintree-web-drop-in issue 463).
    const content = frame.element;
    Object.assign(content.style, { display: 'grid', justifyItems: 'center', overflow: 'auto' });
    dialog = openVerificationDialog({ window, verification: options, content, cancel: () => over.abort() });
    next?.();
    reach('shown');
  }
  function cancelled(): void {
    wasCancelled = true;
  }
  over.signal.addEventListener('abort', cancelled);
  instance.on('authentication-iframe-available', present);
  instance.on('customer-canceled', cancelled);

  const verifying = instance.verifyCard({
    nonce,
    bin,
    amount: (subject.amount / 100).toFixed(2),
    email: subject.email,
    billingAddress: addressForBank(subject),
    ...(subject.shipping_address && {
      additionalInformation: { shippingAddress: shippingForBank(subject.shipping_address) },
    }),
    // Later charges without the shopper need an authentication by the bank (PSD2), so no exemption may be used.
    ...(subject.is_kept && { challengeRequested: true }),
    collectDeviceData: true,
    onLookupComplete: (lookedUp, next) => (isReadable(lookedUp) ? next() : reach('unreadable')),
  });
  try {
    const lookup = await callSdk({ window, limit: limits.lookup, signal }, () =>
      Promise.race([verifying, reached]),
    );
    if (!lookup.ok) return lookup;
    if (lookup.value === 'unreadable') return err({ code: 'PROVIDER_ERROR' });
    if (lookup.value !== 'shown') return readVerification(lookup.value, wasCancelled);
    const limit = limits.challenge;
    const challenge = await callSdk(
      { window, limit, signal: AbortSignal.any([signal, over.signal]) },
      () => verifying,
    );
    if (!challenge.ok) return wasCancelled ? err({ code: 'VERIFICATION_CANCELLED' }) : challenge;
    return readVerification(challenge.value, wasCancelled);
  } finally {
    verifying.catch(() => {});
    over.signal.removeEventListener('abort', cancelled);
    instance.off('authentication-iframe-available', present);
    instance.off('customer-canceled', cancelled);
    (dialog as VerificationDialog | null)?.close();
  }
}

/**
 * Returns whether the provider's code can handle the lookup: it waits forever for a challenge without transaction id.
 */
function isReadable(lookedUp: unknown): boolean {
  const { lookup } = lookedUp as { lookup?: { acsUrl?: unknown; transactionId?: unknown } | null };
  return !lookup?.acsUrl || typeof lookup.transactionId === 'string';
}

/** The bank's statuses for a card that it refuses without a challenge. */
const refusals = ['authenticate_frictionless_failed', 'authenticate_rejected', 'authenticate_failed'];

/** Reads the result. The provider resolves a failed or cancelled challenge with a nonce, which must not be charged. */
function readVerification(payload: ThreeDSecureVerifyPayload, wasCancelled: boolean): Verified {
  const { nonce, threeDSecureInfo }: Partial<ThreeDSecureVerifyPayload> = payload;
  // The provider's code passes on its server's response unchecked.
  if (nonce === undefined || threeDSecureInfo === undefined) return err({ code: 'PROVIDER_ERROR' });
  const { liabilityShifted, liabilityShiftPossible, status } = threeDSecureInfo;
  if (!liabilityShifted && (liabilityShiftPossible || refusals.includes(status))) {
    return err({ code: wasCancelled ? 'VERIFICATION_CANCELLED' : 'VERIFICATION_FAILED' });
  }
  return ok({ nonce, liability_shifted: liabilityShifted });
}

/** The maximum length that banks accept for a name or an address line. */
const longest = 50;

function partsOf({ billing_name, billing_country, billing_address }: VerificationSubject) {
  const names = billing_name.trim().split(/\s+/);
  const { firstname, lastname, street, house_number, postal_code, city } = billing_address ?? {};
  const cut = (text: string | undefined) => text?.slice(0, longest);
  return {
    first: cut(firstname ?? names.slice(0, -1).join(' ')),
    last: cut(lastname ?? names.at(-1)),
    line: cut(street === undefined ? undefined : `${street} ${house_number}`),
    postalCode: postal_code,
    locality: cut(city),
    countryCodeAlpha2: billing_country,
  };
}

/** Returns the invoice address to store with the card. */
export function addressOfCard(subject: VerificationSubject): HostedFieldsBillingAddress {
  const { first, last, line, ...rest } = partsOf(subject);
  return withoutGaps({ ...rest, firstName: first, lastName: last, streetAddress: line });
}

/** Returns the invoice address for the bank. Complete data reduces the number of challenges. */
function addressForBank(subject: VerificationSubject): ThreeDSecureBillingAddress {
  const { first, last, line, ...rest } = partsOf(subject);
  const phoneNumber = subject.billing_address?.phone?.replace(/\D/g, '');
  return withoutGaps({ ...rest, givenName: first, surname: last, streetAddress: line, phoneNumber });
}

function shippingForBank({ street, house_number, postal_code, city, country }: PostalAddress) {
  return {
    streetAddress: `${street} ${house_number}`.slice(0, longest),
    locality: city.slice(0, longest),
    postalCode: postal_code,
    countryCodeAlpha2: country,
  } as ThreeDSecureShippingAddress;
}

/** Removes empty and missing fields, which the provider rejects. */
function withoutGaps<Fields extends Record<string, string | undefined>>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text)) as Fields;
}
