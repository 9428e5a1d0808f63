import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { identifier, pageOf, pageQuery } from './primitives.ts';
import { productCard } from './products.ts';

const params = z.object({ product_id: identifier });

/** `GET wishlist`: what the user wishes for, newest first (decisions §9). */
export const listWishes = defineEndpoint({
  name: 'listWishes',
  method: 'GET',
  path: '/wishlist',
  access: 'user',
  query: z.object(pageQuery(24)),
  answer: pageOf(productCard),
});

/** `PUT wishlist/{product_id}`: again is answered alike. 422 `WISH_LIST_FULL` beyond 200 wishes. */
export const addWish = defineEndpoint({
  name: 'addWish',
  method: 'PUT',
  path: '/wishlist/:product_id',
  access: 'user',
  params,
  answer: done,
});

/** `DELETE wishlist/{product_id}`: what is not on it is answered alike. */
export const removeWish = defineEndpoint({
  name: 'removeWish',
  method: 'DELETE',
  path: '/wishlist/:product_id',
  access: 'user',
  params,
  answer: done,
});

export const wishListEndpoints = { listWishes, addWish, removeWish };
