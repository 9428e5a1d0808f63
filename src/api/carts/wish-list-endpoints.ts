import * as z from 'zod/mini';
import { productCard } from '#api/catalogue/catalogue-endpoints.ts';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { pageOf, pageQuery } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import { identifier } from '#core/model/primitives.ts';
import { mostWishListItems } from '#core/model/values.ts';

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

/** What is on the list already keeps its place; unknown products are left out. */
const addWishListItems = defineEndpoint({
  name: 'addWishListItems',
  method: 'POST',
  path: '/wishlist',
  access: 'user',
  body: z.object({ product_ids: z.array(identifier).check(z.minLength(1), z.maxLength(mostWishListItems)) }),
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
  description: 'What a user wants to remember.',
  operations: {
    listWishListItems: { summary: 'List one’s own wish list', description: 'Newest first.' },
    addWishListItem: {
      summary: 'Add a product to the wish list',
      description: 'Repeating it changes nothing.',
      failures: ['WISH_LIST_FULL'],
      example: { params: { product_id: 'course-clara-schumann' } },
    },
    addWishListItems: {
      summary: 'Add several products to the wish list',
      description:
        'For what somebody has put on a list before the login. Repeating it changes nothing; `left_out` counts the products ' +
        'for which a list of 200 had no room.',
      example: { body: { product_ids: ['course-clara-schumann', 'course-emmy-noether'] } },
    },
    removeWishListItem: {
      summary: 'Remove a product from the wish list',
      description: 'A product that is not on the list gives the same response.',
      example: { params: { product_id: 'course-clara-schumann' } },
    },
  },
};
