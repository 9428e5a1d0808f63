import type { ProductCard as CardResource } from '#api/catalogue.ts';
import { getMaster, getPost, listPosts } from '#api/catalogue.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Reading } from '#ports/reading.ts';
import type { ApiClient } from './api-client.ts';

const toCard = ({ id, attributes }: CardResource) => ({ id, ...attributes });

/** Posts and masters over HTTP. */
export function createHttpReading(client: ApiClient): Reading {
  return {
    async listPosts({ number, size }) {
      const query = { 'page[number]': number, 'page[size]': size };
      return mapResult(await client.call(listPosts, { query }), ({ data, meta }) => ({
        items: data.map((post) => ({ slug: post.id, ...post.attributes })),
        ...meta.page,
      }));
    },
    async getPost(slug) {
      return mapResult(await client.call(getPost, { params: { slug } }), ({ data }) => ({
        slug: data.id,
        ...data.attributes,
        courses: data.attributes.courses.map(toCard),
      }));
    },
    async getMaster(slug) {
      return mapResult(await client.call(getMaster, { params: { slug } }), ({ data }) => ({
        slug: data.id,
        ...data.attributes,
        courses: data.attributes.courses.map(toCard),
        books: data.attributes.books.map(toCard),
      }));
    },
  };
}
