import {
  getAnnouncement,
  getCampaign,
  getContentPage,
  getNewsletterWidget,
  getPopup,
  getShopFacts,
  listCampaigns,
} from '#api/content.ts';
import { enterGiveaway } from '#api/marketing.ts';
import type { Route } from '#core/rules/navigation.ts';
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
    async getNewsletterWidget() {
      return mapResult(await client.call(getNewsletterWidget, {}), ({ data }) => data);
    },
    async listCampaigns() {
      return mapResult(await client.call(listCampaigns, {}), ({ data }) =>
        data.map(({ id, attributes }) => ({ slug: id, ...attributes })),
      );
    },
    async getCampaign(slug) {
      return mapResult(await client.call(getCampaign, { params: { slug } }), ({ data }) => ({
        slug: data.id,
        ...data.attributes,
        products: data.attributes.products.map(({ id, attributes }) => ({ id, ...attributes })),
      }));
    },
    async enterGiveaway(body) {
      return mapResult(await client.call(enterGiveaway, { body }), () => null);
    },
    async getPopup(path) {
      return mapResult(await client.call(getPopup, { query: { path } }), ({ data }) =>
        data === null
          ? null
          : {
              ...data,
              link: data.link === null ? null : { ...data.link, path: data.link.path as Route },
            },
      );
    },
  };
}
