import { splitStreet } from '#core/rules/accounts/address-needs.ts';
import type { VerificationSubject } from '#core/rules/payments/payment-rules.ts';
import type { ContactRequest, WalletContact } from '#ports/card-tokenizer.ts';

/** What a wallet is asked: to pay an order, or to return the shopper's address as well. */
export type WalletSubject = VerificationSubject | ContactRequest;

/** Returns whether the wallet has to return e-mail and address. */
export function asksContact(subject: WalletSubject | null): subject is ContactRequest {
  return subject !== null && 'countries' in subject;
}

/** E-mail and address in a wallet's own parts; any of them may be missing. */
interface GivenContact {
  readonly email?: string | undefined;
  /** Whole name, where a wallet does not tell its parts. */
  readonly name?: string | undefined;
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  /** Street and house number, then what else stands in the address. */
  readonly lines: readonly (string | undefined)[];
  readonly postal_code?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
}

/** The contact in the shop's parts. What is missing is empty, so that the form asks for it. */
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

/** What the bank is asked about a card of a wallet that has returned the contact. */
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
