/** Forms of address offered to people (decisions §5). */
export const salutations = ['mr', 'ms', 'none'] as const;

export type Salutation = (typeof salutations)[number];

/** A postal address (decisions §5). `country` is ISO 3166-1 alpha-2; `postal_code` is checked per country. */
export interface PostalAddress {
  readonly salutation: Salutation;
  readonly firstname: string;
  readonly lastname: string;
  readonly company: string | null;
  readonly street: string;
  readonly house_number: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
  readonly phone: string | null;
}

/** An address in a learner's address book. */
export interface SavedAddress extends PostalAddress {
  readonly id: string;
  readonly is_default_shipping: boolean;
  readonly is_default_billing: boolean;
}
