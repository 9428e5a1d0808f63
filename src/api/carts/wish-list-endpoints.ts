import * as z from 'zod/mini';
import { productCard } from '#api/catalogue/catalogue-endpoints.ts';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { pageOf, pageQuery } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import { identifier } from '#core/model/primitives.ts';
import { maxWishListItems } from '#core/model/values.ts';

const params = z.object({ product_id: identifier });

const listWishListItems = defineEndpoint({
  name: 'listWishListItems',
  method: 'GET',
  path: '/wishlist',
  access: 'user',
  query: z.object(pageQuery(24)),
  response: pageOf(productCard),
});

const addWishListItem = defineEndpoint({
  name: 'addWishListItem',
  method: 'PUT',
  path: '/wishlist/:product_id',
  access: 'user',
  params,
  response: done,
});

/** Items already on the list keep their position; unknown products are ignored. */
const addWishListItems = defineEndpoint({
  name: 'addWishListItems',
  method: 'POST',
  path: '/wishlist',
  access: 'user',
  body: z.object({ product_ids: z.array(identifier).check(z.minLength(1), z.maxLength(maxWishListItems)) }),
  response: z.object({ left_out: z.int() }),
});

const removeWishListItem = defineEndpoint({
  name: 'removeWishListItem',
  method: 'DELETE',
  path: '/wishlist/:product_id',
  access: 'user',
  params,
  response: done,
});

export const wishListEndpoints = { listWishListItems, addWishListItem, addWishListItems, removeWishListItem };

export const wishListDocs: AreaDocs<keyof typeof wishListEndpoints> = {
  title: 'Wish list',
  description: 'Products that a user saved for later.',
  operations: {
    listWishListItems: { summary: 'List your own wish list', description: 'Newest first.' },
    addWishListItem: {
      summary: 'Add a product to the wish list',
      description: 'A repeated call changes nothing.',
      failures: ['WISH_LIST_FULL'],
      example: { params: { product_id: 'course-clara-schumann' } },
    },
    addWishListItems: {
      summary: 'Add several products to the wish list',
      description:
        'For products added to a wish list before login. A repeated call changes nothing; `left_out` is ' +
        'the number of products that exceeded the limit of 200.',
      example: { body: { product_ids: ['course-clara-schumann', 'course-emmy-noether'] } },
    },
    removeWishListItem: {
      summary: 'Remove a product from the wish list',
      description: 'The response is the same if the product is not on the list.',
      example: { params: { product_id: 'course-clara-schumann' } },
    },
  },
};
