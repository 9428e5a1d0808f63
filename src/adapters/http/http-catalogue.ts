import { getProduct, listProducts } from '#api/catalogue.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Catalogue } from '#ports/catalogue.ts';
import type { ApiClient } from './api-client.ts';

/** The catalogue over HTTP. */
export function createHttpCatalogue(client: ApiClient): Catalogue {
  return {
    async listProducts({ kind, group, q, language, sort, number, size }) {
      const query = {
        'filter[kind]': kind,
        'filter[group]': group,
        'filter[q]': q,
        language,
        sort,
        'page[number]': number,
        'page[size]': size,
      };
      return mapResult(await client.call(listProducts, { query }), ({ data, meta }) => ({
        items: data.map(({ id, attributes }) => ({ id, ...attributes })),
        ...meta.page,
        groups: meta.groups,
      }));
    },
    async getProduct(slug) {
      return mapResult(await client.call(getProduct, { params: { slug } }), ({ data }) => {
        const { details, ...attributes } = data.attributes;
        const companions = details.companions.map(({ id, attributes }) => ({ id, ...attributes }));
        return { id: data.id, ...attributes, details: { ...details, companions } };
      });
    },
  };
}
