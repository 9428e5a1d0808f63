import { contract } from '#api/contract.ts';
import { err, ok } from '#core/rules/result.ts';
import { apiFailure } from '#server/api-failure.ts';
import { getMaster } from '#server/catalogue/get-master.ts';
import { getPost } from '#server/catalogue/get-post.ts';
import { listPosts } from '#server/catalogue/list-posts.ts';
import { searchAll } from '#server/catalogue/search-all.ts';
import { pageDocument } from '#server/http/page-document.ts';
import type { Route } from '#server/http/route.ts';
import { route } from '#server/http/route.ts';
import { enterGiveaway } from '#server/marketing/enter-giveaway.ts';
import { listCampaigns } from '#server/marketing/list-campaigns.ts';
import {
  readAdvantages,
  readCampaign,
  readNewsletterWidget,
  readPopup,
} from '#server/marketing/read-marketing.ts';
import type { HostContext } from '#server/server-context.ts';

/** Posts, masters, search, and what wins people over: all of it can be read by anyone. */
export function readingRoutes(context: HostContext): readonly Route[] {
  return [
    route(contract.listPosts, async ({ query }) => {
      const { 'filter[q]': q, 'page[number]': number, 'page[size]': size } = query;
      const posts = await listPosts(context, { q, number, size });
      return ok(pageDocument(posts, { path: contract.listPosts.path, query }));
    }),
    route(contract.getPost, async ({ params }) => found(await getPost(context, params.slug))),
    route(contract.getMaster, async ({ params, caller }) =>
      found(await getMaster(context, params.slug, caller.locale)),
    ),
    route(contract.searchAll, async ({ query, caller }) =>
      ok({ data: await searchAll(context, query.q, caller.locale) }),
    ),
    route(contract.listAdvantages, async ({ caller }) =>
      ok({ data: await readAdvantages(context, caller.locale) }),
    ),
    route(contract.getNewsletterWidget, async ({ caller }) =>
      ok({ data: await readNewsletterWidget(context, caller.locale) }),
    ),
    route(contract.getPopup, async ({ query, caller }) =>
      ok({ data: await readPopup(context, query.path, query.locale ?? caller.locale) }),
    ),
    route(contract.listCampaigns, async ({ caller }) =>
      ok({ data: await listCampaigns(context, caller.locale) }),
    ),
    route(contract.getCampaign, async ({ params, caller }) =>
      found(await readCampaign(context, params.slug, caller.locale)),
    ),
    route(contract.enterGiveaway, async ({ body, caller }) => {
      const entered = await enterGiveaway(context, body, caller);
      return entered.ok ? ok({ success: true }) : entered;
    }),
  ];
}

function found<Value>(data: Value | undefined) {
  return data === undefined ? err(apiFailure('NOT_FOUND')) : ok({ data });
}
