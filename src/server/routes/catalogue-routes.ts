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
import { route } from '#server/http/mount-endpoint.ts';
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
    route(endpoints.listProducts, async ({ query, caller }) => {
      const locale = query.language ?? caller.locale;
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
        locale,
      );
      const page = pageDocument(list, { path: endpoints.listProducts.path, query });
      return ok({
        ...page,
        meta: { ...page.meta, groups: list.groups, facets: list.facets, suggestion: list.suggestion },
      });
    }),
    route(endpoints.listProductCards, async ({ query, caller }) =>
      ok({ data: await listProductCards(context, query.ids.split(','), caller.locale) }),
    ),
    route(endpoints.getProduct, async ({ params, caller }) => {
      const data = await getProduct(context, params.slug, { locale: caller.locale, notes });
      if (data !== undefined) return ok({ data });
      return err(domainFailure((await wasSold(context, params.slug)) ? 'GONE' : 'NOT_FOUND'));
    }),
    route(endpoints.getAnnouncement, async ({ caller }) =>
      ok({ data: await readAnnouncement(context, caller.locale) }),
    ),
    route(endpoints.getContentPage, async ({ params, caller }) => {
      const page = await readPage(context, params.slug, caller.locale);
      if (page === undefined) return err(domainFailure('NOT_FOUND'));
      const { slug, ...attributes } = page;
      return ok({ data: { type: 'pages' as const, id: slug, attributes } });
    }),
    route(endpoints.getShopFacts, async ({ caller }) => {
      const data = await readShopFacts(context, caller.locale);
      return data === undefined ? err(domainFailure('NOT_FOUND')) : ok({ data });
    }),
  ];
}

/** Public data: blog posts, masters, search and marketing content. */
export function contentRoutes(context: ServerContext): readonly Route[] {
  return [
    route(endpoints.listPosts, async ({ query }) => {
      const { 'filter[q]': q, 'page[number]': number, 'page[size]': size } = query;
      const posts = await listPosts(context, { q, number, size });
      return ok(pageDocument(posts, { path: endpoints.listPosts.path, query }));
    }),
    route(endpoints.getPost, async ({ params }) => found(await getPost(context, params.slug))),
    route(endpoints.getMaster, async ({ params, caller }) =>
      found(await getMaster(context, params.slug, caller.locale)),
    ),
    route(endpoints.searchAll, async ({ query, caller }) => {
      const { hits, suggestion } = await searchAll(context, query.q, caller.locale);
      return ok({ data: hits, meta: { suggestion } });
    }),
    route(endpoints.listConversations, async ({ caller }) =>
      ok({ data: await readConversations(context, caller.locale) }),
    ),
    route(endpoints.listAdvantages, async ({ caller }) =>
      ok({ data: await readAdvantages(context, caller.locale) }),
    ),
    route(endpoints.getNewsletterWidget, async ({ caller }) =>
      ok({ data: await readNewsletterWidget(context, caller.locale) }),
    ),
    route(endpoints.getPopup, async ({ query, caller }) =>
      ok({ data: await readPopup(context, query.path, query.locale ?? caller.locale) }),
    ),
    route(endpoints.listCampaigns, async ({ caller }) =>
      ok({ data: await listCampaigns(context, caller.locale) }),
    ),
    route(endpoints.getCampaign, async ({ params, caller }) =>
      found(await readCampaign(context, params.slug, caller.locale)),
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
