import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { byId, pageOf, pageQuery, resource } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import { addressChange, savedAddress } from '#core/model/address.ts';
import { printableTexts, uuid } from '#core/model/primitives.ts';

export const address = resource('addresses', savedAddress);

const attributes = address.shape.attributes.check(printableTexts);

export type AddressResource = z.output<typeof address>;

const listAddresses = defineEndpoint({
  name: 'listAddresses',
  method: 'GET',
  path: '/addresses',
  access: 'user',
  query: z.object(pageQuery(20)),
  response: pageOf(address),
});

const createAddress = defineEndpoint({
  name: 'createAddress',
  method: 'POST',
  path: '/addresses',
  access: 'user',
  status: 201,
  mediaType: 'application/vnd.api+json',
  body: z.object({ data: z.object({ type: z.literal('addresses'), attributes }) }),
  response: z.object({ data: address }),
});

const updateAddress = defineEndpoint({
  name: 'updateAddress',
  method: 'PATCH',
  path: '/addresses/:id',
  access: 'user',
  mediaType: 'application/vnd.api+json',
  params: byId,
  body: z.object({
    data: z.object({
      type: z.literal('addresses'),
      id: uuid,
      attributes: addressChange.check(printableTexts),
    }),
  }),
  response: z.object({ data: address }),
});

/** Orders keep their own copies of the address. */
const deleteAddress = defineEndpoint({
  name: 'deleteAddress',
  method: 'DELETE',
  path: '/addresses/:id',
  access: 'user',
  params: byId,
  response: done,
});

export const addressEndpoints = { listAddresses, createAddress, updateAddress, deleteAddress };

export const exampleAddress = {
  firstname: 'Johanna',
  lastname: 'Brandt',
  street: 'Lindengasse',
  house_number: '14',
  postal_code: '1070',
  city: 'Wien',
  country: 'AT',
};
const example = { ...exampleAddress, is_default_shipping: true };

export const addressDocs: AreaDocs<keyof typeof addressEndpoints> = {
  title: 'Address book',
  description:
    'The user’s own addresses as JSON:API. Orders keep copies, so changes here do not affect them.',
  operations: {
    listAddresses: { summary: 'List addresses, defaults first' },
    createAddress: {
      summary: 'Add an address',
      description:
        'The postal code is checked by country: DE 5 digits, AT and CH 4 digits, others in their national ' +
        'format.',
      failures: ['EXCEED_LIMIT'],
      example: { body: { data: { type: 'addresses', attributes: example } } },
    },
    updateAddress: {
      summary: 'Change an address',
      description: 'Omitted fields stay unchanged. The `id` is in `data`, not in the attributes.',
      example: {
        body: {
          data: { type: 'addresses', id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70', attributes: example },
        },
      },
    },
    deleteAddress: { summary: 'Delete an address' },
  },
};
