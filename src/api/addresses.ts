import * as z from 'zod/mini';
import { addressFields } from './address-fields.ts';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { pageOf, pageQuery, resource, uuid } from './primitives.ts';

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
  answer: pageOf(address),
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
  answer: z.object({ data: address }),
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
  answer: z.object({ data: address }),
});

/** `DELETE addresses/{id}`: takes one of the user's own addresses out of the book; orders keep their copies. */
export const deleteAddress = defineEndpoint({
  name: 'deleteAddress',
  method: 'DELETE',
  path: '/addresses/:id',
  access: 'user',
  params: z.object({ id: uuid }),
  answer: done,
});

export const addressEndpoints = { listAddresses, createAddress, updateAddress, deleteAddress };
