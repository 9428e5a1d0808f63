import { splitStreet } from '#core/rules/accounts/address-needs.ts';
import type { VerificationSubject } from '#core/rules/payments/payment-rules.ts';
import type { ContactRequest, WalletContact } from '#ports/card-tokenizer.ts';

/** The request to a wallet: to pay an order, or to return the shopper's address as well. */
export type WalletSubject = VerificationSubject | ContactRequest;

/** Returns whether the wallet has to return e-mail and address. */
export function needsContact(subject: WalletSubject | null): subject is ContactRequest {
  return subject !== null && 'countries' in subject;
}

/** E-mail and address in a wallet's own parts; any of them may be missing. */
interface GivenContact {
  readonly email?: string | undefined;
  /** Full name, if the wallet does not split it. */
  readonly name?: string | undefined;
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  /** Street and house number, then the other address lines. */
  readonly lines: readonly (string | undefined)[];
  readonly postal_code?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
}

/** Converts a contact to the shop's fields. Missing parts are empty, so that the form asks for them. */
export function toContact({ email = '', name = '', lines, ...given }: GivenContact): WalletContact {
  const names = name.trim().split(/\s+/);
  const [line = '', ...more] = lines.filter((text) => text !== undefined && text.trim() !== '');
  const { street, house_number } = splitStreet(line) ?? { street: line, house_number: '' };
  return {
    email,
    address: {
      salutation: 'none',
      firstname: given.firstname ?? names.slice(0, -1).join(' '),
      lastname: given.lastname ?? names.at(-1) ?? '',
      company: more[0] ?? null,
      street,
      house_number,
      postal_code: given.postal_code ?? '',
      city: given.city ?? '',
      country: (given.country ?? '').toUpperCase(),
      phone: null,
    },
  };
}

/** Returns the data for the bank's check of a wallet's card, from the contact that the wallet returned. */
export function subjectFor(
  { amount }: ContactRequest,
  { email, address }: WalletContact,
): VerificationSubject {
  return {
    amount,
    email,
    billing_name: `${address.firstname} ${address.lastname}`,
    billing_country: address.country,
    billing_address: address,
  };
}
