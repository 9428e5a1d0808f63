import type { Localized, PostalAddress } from 'meisterhand/model';
import type { WalletChoice } from '../frame-messages.ts';
import type { StoredCard } from './ledger-file.ts';

/** The wallets of the sandbox: `paypal` opens a window, `google_pay` a sheet in the page. */
export const walletKinds = ['paypal', 'google_pay'] as const;

export type WalletKind = (typeof walletKinds)[number];

export function isWalletKind(text: string | undefined): text is WalletKind {
  return walletKinds.some((kind) => kind === text);
}

export const walletNames: Readonly<Record<WalletKind, string>> = {
  paypal: 'PayPal',
  google_pay: 'Google Pay',
};

/**
 * Returns the stored payment method of a wallet's nonce: no data for PayPal, the last digits of a card for Google Pay.
 */
export function methodOfWallet(wallet: WalletKind, choice: WalletChoice): StoredCard {
  const behaviour = choice === 'accept' ? 'accepted' : 'declined';
  if (wallet === 'paypal') return { wallet, brand: null, last_four: null, behaviour };
  return { wallet, brand: 'visa', last_four: choice === 'accept' ? '1111' : '1115', behaviour };
}

function address(
  given: Pick<PostalAddress, 'street' | 'house_number' | 'postal_code' | 'city' | 'country'>,
): PostalAddress {
  const person = { salutation: 'none', firstname: 'Karla', lastname: 'Probe', company: null } as const;
  return { ...person, ...given, phone: null };
}

/** The addresses of the simulated wallets; the last one is in a country to which the demo shop does not deliver. */
export const walletAddresses: readonly PostalAddress[] = [
  address({
    street: 'Lindenstraße',
    house_number: '12',
    postal_code: '04107',
    city: 'Leipzig',
    country: 'DE',
  }),
  address({ street: 'Lindengasse', house_number: '14', postal_code: '1070', city: 'Wien', country: 'AT' }),
  address({ street: 'Seestrasse', house_number: '8', postal_code: '8002', city: 'Zürich', country: 'CH' }),
  address({
    street: 'Rue des Tilleuls',
    house_number: '5',
    postal_code: '75011',
    city: 'Paris',
    country: 'FR',
  }),
];

/** Texts of the simulated wallets. They belong to the provider, so they are not in the shop's locales. */
interface WalletTexts {
  readonly test_mode: string;
  readonly heading: string;
  readonly delivery: string;
  readonly email: string;
  readonly email_wrong: string;
  readonly address: string;
  readonly no_address: string;
  readonly accept: string;
  readonly decline: string;
  readonly cancel: string;
  readonly hint: string;
  readonly failed: string;
}

export const walletTexts: Localized<WalletTexts> = {
  de: {
    test_mode: 'Testbetrieb',
    heading: 'Zahlung freigeben',
    delivery: 'Lieferkosten nach Ihrer Adresse kommen im Shop dazu.',
    email: 'E-Mail-Adresse',
    email_wrong: 'Diese E-Mail-Adresse ist nicht vollständig.',
    address: 'Adresse',
    no_address: 'Der Shop liefert an keine dieser Adressen.',
    accept: 'Freigeben',
    decline: 'Freigeben, Abbuchung wird abgelehnt',
    cancel: 'Abbrechen',
    hint: 'Hier wird kein Geld bewegt. Bestellt wird erst im Shop.',
    failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  en: {
    test_mode: 'Test mode',
    heading: 'Approve the payment',
    delivery: 'The shop adds delivery costs for your address.',
    email: 'Email address',
    email_wrong: 'This email address is not complete.',
    address: 'Address',
    no_address: 'The shop delivers to none of these addresses.',
    accept: 'Approve',
    decline: 'Approve; the charge will be declined',
    cancel: 'Cancel',
    hint: 'No money moves here. You place the order in the shop.',
    failed: 'That did not work. Please try again.',
  },
};
