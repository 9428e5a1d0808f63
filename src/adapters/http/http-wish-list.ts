import { addWish, listWishes, removeWish } from '#api/learning.ts';
import { mapResult } from '#core/rules/result.ts';
import type { WishList } from '#ports/wish-list.ts';
import type { ApiClient } from './api-client.ts';

/** The wish list over HTTP. */
export function createHttpWishList(client: ApiClient): WishList {
  return {
    async list({ number, size }) {
      const query = { 'page[number]': number, 'page[size]': size };
      return mapResult(await client.call(listWishes, { query }), ({ data, meta }) => ({
        items: data.map(({ id, attributes }) => ({ id, ...attributes })),
        ...meta.page,
      }));
    },
    async add(product_id) {
      return mapResult(await client.call(addWish, { params: { product_id }, body: {} }), () => null);
    },
    async remove(product_id) {
      return mapResult(await client.call(removeWish, { params: { product_id } }), () => null);
    },
  };
}
