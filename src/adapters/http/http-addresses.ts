import type { AddressResource } from '#api/addresses.ts';
import { createAddress, deleteAddress, listAddresses, updateAddress } from '#api/addresses.ts';
import type { SavedAddress } from '#core/model/address.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Addresses } from '#ports/addresses.ts';
import type { ApiClient } from './api-client.ts';

function toSavedAddress({ id, attributes }: AddressResource): SavedAddress {
  return { id, ...attributes };
}

/** A book holds no more. */
const wholeBook = 100;

/** The address book over HTTP. */
export function createHttpAddresses(client: ApiClient): Addresses {
  return {
    async list() {
      return mapResult(
        await client.call(listAddresses, { query: { 'page[number]': 1, 'page[size]': wholeBook } }),
        ({ data, meta }) => ({
          items: data.map(toSavedAddress),
          ...meta.page,
        }),
      );
    },
    async add(attributes) {
      const body = { data: { type: 'addresses' as const, attributes } };
      return mapResult(await client.call(createAddress, { body }), ({ data }) => toSavedAddress(data));
    },
    async change({ id, ...attributes }) {
      const body = { data: { type: 'addresses' as const, id, attributes } };
      const answer = await client.call(updateAddress, { params: { id }, body });
      return mapResult(answer, ({ data }) => toSavedAddress(data));
    },
    async remove(id) {
      return mapResult(await client.call(deleteAddress, { params: { id } }), () => null);
    },
  };
}
