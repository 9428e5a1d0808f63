import { endpoints } from '#api/endpoints.ts';
import { facetNames } from '#core/model/product.ts';
import { err, ok } from '#core/rules/result.ts';
import { getPost, listPosts } from '#server/catalogue/blog.ts';
import type { DeliveryNotes } from '#server/catalogue/get-product.ts';
import { getProduct, wasSold } from '#server/catalogue/get-product.ts';
import { listProducts } from '#server/catalogue/list-products.ts';
import { getMaster } from '#server/catalogue/masters.ts';
import { listProductCards } from '#server/catalogue/product-cards.ts';
import { searchAll } from '#server/catalogue/search.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { Route } from '#server/http/mount-endpoint.ts';
import { route, sharedRoute } from '#server/http/mount-endpoint.ts';
import { pageDocument } from '#server/http/page-document.ts';
import {
  listCampaigns,
  readAdvantages,
  readAnnouncement,
  readCampaign,
  readConversations,
  readNewsletterWidget,
  readPage,
  readPopup,
  readShopFacts,
} from '#server/marketing/contents.ts';
import { enterGiveaway } from '#server/marketing/tracking.ts';
import type { ServerContext } from '#server/server-context.ts';

/** Public data: products, announcement bar, legal pages, shop information. */
export function catalogueRoutes(context: ServerContext, notes: DeliveryNotes): readonly Route[] {
  return [
    sharedRoute(endpoints.listProducts, async ({ query, locale }) => {
      const language = query.language ?? locale;
      const list = await listProducts(
        context,
        {
          kind: query['filter[kind]'],
          filter: Object.fromEntries(
            facetNames.map((name) => [name, query[`filter[${name}]`]?.split(',') ?? []]),
          ),
          q: query['filter[q]'],
          sort: query.sort,
          number: query['page[number]'],
          size: query['page[size]'],
        },
        language,
      );
      const page = pageDocument(list, { path: endpoints.listProducts.path, query });
      return ok({
        ...page,
        meta: { ...page.meta, groups: list.groups, facets: list.facets, suggestion: list.suggestion },
      });
    }),
    sharedRoute(endpoints.listProductCards, async ({ query, locale }) =>
      ok({ data: await listProductCards(context, query.ids.split(','), locale) }),
    ),
    sharedRoute(endpoints.getProduct, async ({ params, locale }) => {
      const data = await getProduct(context, params.slug, { locale, notes });
      if (data !== undefined) return ok({ data });
      return err(domainFailure((await wasSold(context, params.slug)) ? 'GONE' : 'NOT_FOUND'));
    }),
    sharedRoute(endpoints.getAnnouncement, async ({ locale }) =>
      ok({ data: await readAnnouncement(context, locale) }),
    ),
    sharedRoute(endpoints.getContentPage, async ({ params, locale }) => {
      const page = await readPage(context, params.slug, locale);
      if (page === undefined) return err(domainFailure('NOT_FOUND'));
      const { slug, ...attributes } = page;
      return ok({ data: { type: 'pages' as const, id: slug, attributes } });
    }),
    // Never kept: whether cards are offered changes with the merchant account, without a change in the database.
    route(endpoints.getShopFacts, async ({ caller }) => {
      const data = await readShopFacts(context, caller.locale);
      return data === undefined ? err(domainFailure('NOT_FOUND')) : ok({ data });
    }),
  ];
}

/** Public data: blog posts, masters, search and marketing content. */
export function contentRoutes(context: ServerContext): readonly Route[] {
  return [
    sharedRoute(endpoints.listPosts, async ({ query }) => {
      const { 'filter[q]': q, 'page[number]': number, 'page[size]': size } = query;
      const posts = await listPosts(context, { q, number, size });
      return ok(pageDocument(posts, { path: endpoints.listPosts.path, query }));
    }),
    sharedRoute(endpoints.getPost, async ({ params }) => found(await getPost(context, params.slug))),
    sharedRoute(endpoints.getMaster, async ({ params, locale }) =>
      found(await getMaster(context, params.slug, locale)),
    ),
    route(endpoints.searchAll, async ({ query, caller }) => {
      const { hits, suggestion } = await searchAll(context, query.q, caller.locale);
      return ok({ data: hits, meta: { suggestion } });
    }),
    sharedRoute(endpoints.listConversations, async ({ locale }) =>
      ok({ data: await readConversations(context, locale) }),
    ),
    sharedRoute(endpoints.listAdvantages, async ({ locale }) =>
      ok({ data: await readAdvantages(context, locale) }),
    ),
    sharedRoute(endpoints.getNewsletterWidget, async ({ locale }) =>
      ok({ data: await readNewsletterWidget(context, locale) }),
    ),
    route(endpoints.getPopup, async ({ query, caller }) =>
      ok({ data: await readPopup(context, query.path, query.locale ?? caller.locale) }),
    ),
    sharedRoute(endpoints.listCampaigns, async ({ locale }) =>
      ok({ data: await listCampaigns(context, locale) }),
    ),
    sharedRoute(endpoints.getCampaign, async ({ params, locale }) =>
      found(await readCampaign(context, params.slug, locale)),
    ),
    route(endpoints.enterGiveaway, async ({ body, caller }) => {
      const entered = await enterGiveaway(context, body, caller);
      return entered.ok ? ok({ success: true }) : entered;
    }),
  ];
}

function found<Value>(data: Value | undefined) {
  return data === undefined ? err(domainFailure('NOT_FOUND')) : ok({ data });
}
