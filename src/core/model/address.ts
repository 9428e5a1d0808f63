import * as z from 'zod/mini';
import { countryCode, type Infer, line } from './primitives.ts';
import { salutations } from './salutation.ts';
import { lengths } from './text-lengths.ts';

export type Salutation = (typeof salutations)[number];

const fields = {
  salutation: z.enum(salutations),
  firstname: line(lengths.name, 1),
  lastname: line(lengths.name, 1),
  company: z.nullable(line(lengths.company)),
  street: line(lengths.street, 1),
  house_number: line(lengths.houseNumber, 1),
  postal_code: line(lengths.postalCode, 1),
  city: line(lengths.city, 1),
  country: countryCode,
  phone: z.nullable(line(lengths.phone)),
};

/** A postal address. `country` is ISO 3166-1 alpha-2; `isPostalCode` checks `postal_code` for the country. */
export const postalAddress = z.object({
  ...fields,
  salutation: z._default(fields.salutation, 'none'),
  company: z._default(fields.company, null),
  phone: z._default(fields.phone, null),
});

export type PostalAddress = Infer<typeof postalAddress>;

/**
 * The data of a buyer who needs no address; the country determines the VAT
 * (docs/behaviour/checkout-and-payment.md#what-is-asked-of-the-buyer).
 */
export const billingContact = z.object({
  firstname: line(lengths.name, 1),
  lastname: line(lengths.name, 1),
  country: countryCode,
});

export type BillingContact = Infer<typeof billingContact>;

/** An address in a user's address book. */
export const savedAddress = z.object({
  id: z.string(),
  ...postalAddress.shape,
  is_default_shipping: z._default(z.boolean(), false),
  is_default_billing: z._default(z.boolean(), false),
});

export type SavedAddress = Infer<typeof savedAddress>;

/** The fields of a saved address to change; omitted fields keep their values. */
export const addressChange = z.partial(
  z.object({ ...fields, is_default_shipping: z.boolean(), is_default_billing: z.boolean() }),
);

export type AddressChange = Infer<typeof addressChange>;

const typed = z.string().check(z.maxLength(1000));

/** The fields of an address form as typed, not validated. */
export const typedContact = z.object({
  email: typed,
  address: z.object({
    salutation: z.enum(salutations),
    firstname: typed,
    lastname: typed,
    company: typed,
    street: typed,
    house_number: typed,
    postal_code: typed,
    city: typed,
    country: typed,
    phone: typed,
  }),
});

export type TypedContact = Infer<typeof typedContact>;
