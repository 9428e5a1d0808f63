import type { PostalAddress } from '#core/model/address.ts';

/** An address in another country, to which the shop delivers. */
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
