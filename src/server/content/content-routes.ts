import { endpoints } from '#api/endpoints.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { found, pageDocument } from '#server/platform/http/page-document.ts';
import { type Route, route, sharedRoute } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { getPost, listPosts } from './blog.ts';
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
} from './contents.ts';
import { searchAll } from './search.ts';

/** Routes for pages, posts, campaigns and search. */
export function contentRoutes(context: ServerContext): readonly Route[] {
  return [
    sharedRoute(endpoints.getAnnouncement, async ({ locale }) =>
      ok({ data: await readAnnouncement(context, locale) }),
    ),
    sharedRoute(endpoints.getContentPage, async ({ params, locale }) => {
      const page = await readPage(context, params.slug, locale);
      if (page === undefined) return err(domainFailure('NOT_FOUND'));
      const { slug, ...attributes } = page;
      return ok({ data: { type: 'pages' as const, id: slug, attributes } });
    }),
    // Not cached: a change of the merchant account changes whether cards are offered, without a database change.
    route(endpoints.getShopFacts, async ({ caller }) => {
      const data = await readShopFacts(context, caller.locale);
      return data === undefined ? err(domainFailure('NOT_FOUND')) : ok({ data });
    }),
    sharedRoute(endpoints.listPosts, async ({ query }) => {
      const { 'filter[q]': q, 'page[number]': number, 'page[size]': size } = query;
      const posts = await listPosts(context, { q, number, size });
      return ok(pageDocument(posts, { path: endpoints.listPosts.path, query }));
    }),
    sharedRoute(endpoints.getPost, async ({ params }) => found(await getPost(context, params.slug))),
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
  ];
}
