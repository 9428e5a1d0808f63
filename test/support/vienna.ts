import type { PostalAddress } from '#core/model/address.ts';

/** An address abroad, in a country that goods are sent to. */
export const vienna = {
  salutation: 'ms',
  firstname: 'Johanna',
  lastname: 'Brandt',
  company: null,
  street: 'Ringstraße',
  house_number: '14',
  postal_code: '1010',
  city: 'Wien',
  country: 'AT',
  phone: null,
} as const satisfies PostalAddress;
