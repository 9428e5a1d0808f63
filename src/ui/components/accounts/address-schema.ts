import * as z from 'zod/mini';
import type { BillingContact, PostalAddress, TypedContact } from '#core/model/address.ts';
import { isEmailAddress } from '#core/model/email-address.ts';
import { salutations } from '#core/model/salutation.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { isPostalCode } from '#core/rules/accounts/postal-codes.ts';
import { formMessage, optionalLine, requiredLine } from '#ui/forms/field-schemas.ts';
import { printable } from '#ui/forms/printable-field.ts';

const required = (maximum: number) =>
  requiredLine('Bitte ausfüllen.', maximum, 'Das ist zu lang.').check(printable);
const optional = (maximum: number) => optionalLine(maximum, 'Das ist zu lang.').check(printable);

/** Schema of an address form: no field is null, optional fields may be empty. */
const addressForm = z
  .object({
    salutation: z.enum(salutations),
    firstname: required(lengths.name),
    lastname: required(lengths.name),
    company: optional(lengths.company),
    street: required(lengths.street),
    house_number: required(lengths.houseNumber),
    postal_code: required(lengths.postalCode),
    city: required(lengths.city),
    country: required(2),
    phone: optional(lengths.phone),
  })
  .check(
    z.refine(({ postal_code, country }) => isPostalCode(postal_code, country), {
      path: ['postal_code'],
      error: 'Diese Postleitzahl passt nicht zum Land.',
      // Also runs when other fields are invalid.
      when: () => true,
    }),
  );

export type AddressForm = z.output<typeof addressForm>;

/** Schema when only name and country are asked for; the other fields are not validated. */
const contactForm = z.object({
  ...addressForm.shape,
  company: z.string(),
  street: z.string(),
  house_number: z.string(),
  postal_code: z.string(),
  city: z.string(),
  phone: z.string(),
});

const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Bitte geben Sie Ihre E-Mail-Adresse ein.'),
    z.refine(
      isEmailAddress,
      formMessage('Diese E-Mail-Adresse ist nicht vollständig. Bitte prüfen Sie sie.'),
    ),
  );

/** Schemas with an e-mail address for guests, without one for learners. */
export const guestForm = z.object({ email, address: addressForm });
export const learnerForm = z.object({ email: z.string(), address: addressForm });
export const guestContactForm = z.object({ email, address: contactForm });
export const learnerContactForm = z.object({ email: z.string(), address: contactForm });

export type ContactForm = z.output<typeof guestForm>;

/** Returns the initial form values: the known parts of an address, or only the country. */
export function toAddressForm(address: Partial<PostalAddress> | null, country: string): AddressForm {
  return {
    salutation: address?.salutation ?? 'none',
    firstname: address?.firstname ?? '',
    lastname: address?.lastname ?? '',
    company: address?.company ?? '',
    street: address?.street ?? '',
    house_number: address?.house_number ?? '',
    postal_code: address?.postal_code ?? '',
    city: address?.city ?? '',
    country: address?.country ?? country,
    phone: address?.phone ?? '',
  };
}

/** Converts the form to the server's address: empty optional fields become null. */
export function toPostalAddress(form: AddressForm): PostalAddress {
  return { ...form, company: form.company || null, phone: form.phone || null };
}

/** Returns name and country of a form or an address. */
export function toBillingContact({ firstname, lastname, country }: BillingContact): BillingContact {
  return { firstname, lastname, country };
}

/** Returns whether a field was filled in that only a full address has. */
export function hasTypedAddress(form: TypedContact['address']): boolean {
  const { company, street, house_number, postal_code, city } = form;
  return [company, street, house_number, postal_code, city].some((text) => text.trim() !== '');
}

/** Countries for invoices of orders without shipping (ISO 3166-1 alpha-2). The shop's own countries come first. */
export const billingCountries = [
  'DE',
  'AT',
  'CH',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IS',
  'IT',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;
