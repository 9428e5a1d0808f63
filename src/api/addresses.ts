import * as z from 'zod/mini';
import { salutations } from '#core/rules/address.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { countryCode, pageOf, pageQuery, resource, text, uuid } from './primitives.ts';

/** The fields of a postal address (decisions §5). The postal code is checked per country by `core/rules/address.ts`. */
export const addressFields = {
  salutation: z._default(z.enum(salutations), 'none'),
  firstname: text(80, 1),
  lastname: text(80, 1),
  company: z._default(z.nullable(text(120)), null),
  street: text(120, 1),
  house_number: text(20, 1),
  postal_code: text(12, 1),
  city: text(80, 1),
  country: countryCode,
  phone: z._default(z.nullable(text(40)), null),
};

/** A whole address as it is answered. */
export const postalAddress = z.object(addressFields);

const attributes = z.object({
  ...addressFields,
  is_default_shipping: z._default(z.boolean(), false),
  is_default_billing: z._default(z.boolean(), false),
});

export const address = resource('addresses', attributes);

export type AddressResource = z.output<typeof address>;

/** `GET addresses`: the user's own addresses, defaults first. */
export const listAddresses = defineEndpoint({
  name: 'listAddresses',
  method: 'GET',
  path: '/addresses',
  access: 'user',
  query: z.object(pageQuery(20)),
  response: pageOf(address),
});

/** `POST addresses` with the JSON:API media type. */
export const createAddress = defineEndpoint({
  name: 'createAddress',
  method: 'POST',
  path: '/addresses',
  access: 'user',
  status: 201,
  mediaType: 'application/vnd.api+json',
  body: z.object({ data: z.object({ type: z.literal('addresses'), attributes }) }),
  response: z.object({ data: address }),
});

/** `PATCH addresses/{id}`: the same body with the id in data and not in the attributes (specification §7). */
export const updateAddress = defineEndpoint({
  name: 'updateAddress',
  method: 'PATCH',
  path: '/addresses/:id',
  access: 'user',
  mediaType: 'application/vnd.api+json',
  params: z.object({ id: uuid }),
  body: z.object({ data: z.object({ type: z.literal('addresses'), id: uuid, attributes }) }),
  response: z.object({ data: address }),
});

/** `DELETE addresses/{id}`: takes one of the user's own addresses out of the book; orders keep their copies. */
export const deleteAddress = defineEndpoint({
  name: 'deleteAddress',
  method: 'DELETE',
  path: '/addresses/:id',
  access: 'user',
  params: z.object({ id: uuid }),
  response: done,
});

export const addressEndpoints = { listAddresses, createAddress, updateAddress, deleteAddress };

const addressesAttributes = {
  firstname: 'Johanna',
  lastname: 'Brandt',
  street: 'Lindengasse',
  house_number: '14',
  postal_code: '1070',
  city: 'Wien',
  country: 'AT',
  is_default_shipping: true,
};

export const addressDocs: AreaDocs<keyof typeof addressEndpoints> = {
  title: 'Address book',
  description: 'The user’s own addresses as JSON:API. Orders keep copies, so changes here never reach them.',
  operations: {
    listAddresses: { summary: 'List addresses, defaults first' },
    createAddress: {
      summary: 'Add an address',
      description: 'The postal code is checked by country: DE 5 digits, AT and CH 4.',
      failures: ['EXCEED_LIMIT'],
      example: { body: { data: { type: 'addresses', attributes: addressesAttributes } } },
    },
    updateAddress: {
      summary: 'Replace an address',
      description: 'The `id` stands in `data` and not in the attributes.',
      example: {
        body: {
          data: {
            type: 'addresses',
            id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70',
            attributes: addressesAttributes,
          },
        },
      },
    },
    deleteAddress: { summary: 'Delete an address' },
  },
};
