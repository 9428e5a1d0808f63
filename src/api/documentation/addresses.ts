import type { Area } from './operation-text.ts';

const attributes = {
  firstname: 'Johanna',
  lastname: 'Brandt',
  street: 'Lindengasse',
  house_number: '14',
  postal_code: '1070',
  city: 'Wien',
  country: 'AT',
  is_default_shipping: true,
};

export const addresses = {
  title: 'Address book',
  description: 'The user’s own addresses as JSON:API. Orders keep copies, so changes here never reach them.',
  operations: {
    listAddresses: { summary: 'List addresses, defaults first' },
    createAddress: {
      summary: 'Add an address',
      description: 'The postal code is checked by country: DE 5 digits, AT and CH 4.',
      failures: ['EXCEED_LIMIT'],
      example: { body: { data: { type: 'addresses', attributes } } },
    },
    updateAddress: {
      summary: 'Replace an address',
      description: 'The `id` stands in `data` and not in the attributes.',
      example: {
        body: { data: { type: 'addresses', id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70', attributes } },
      },
    },
    deleteAddress: { summary: 'Delete an address' },
  },
} as const satisfies Area;
