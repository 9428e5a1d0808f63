import { getAnnouncement, getContentPage, getShopFacts } from '#contract/contents.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Contents } from '#ports/contents.ts';
import type { ApiClient } from './api-client.ts';

/** The shop's texts over HTTP. */
export function createHttpContents(client: ApiClient): Contents {
  return {
    async getAnnouncement() {
      return mapResult(await client.call(getAnnouncement, {}), ({ data }) => data);
    },
    async getContentPage(slug) {
      return mapResult(await client.call(getContentPage, { params: { slug } }), ({ data }) => ({
        slug: data.id,
        ...data.attributes,
      }));
    },
    async getShopFacts() {
      return mapResult(await client.call(getShopFacts, {}), ({ data }) => data);
    },
  };
}
