import { contract } from '#contract/contract.ts';
import { err, ok } from '#core/rules/result.ts';
import { apiFailure } from '#host/api-failure.ts';
import type { HostContext } from '#host/host-context.ts';
import { pageDocument } from '#host/http/page-document.ts';
import type { Route } from '#host/http/route.ts';
import { route } from '#host/http/route.ts';
import { enterGiveaway } from '#host/services/contents/enter-giveaway.ts';
import { listCampaigns } from '#host/services/contents/list-campaigns.ts';
import {
  readAdvantages,
  readCampaign,
  readNewsletterWidget,
  readPopup,
} from '#host/services/contents/read-marketing.ts';
import { getMaster } from '#host/services/masters/get-master.ts';
import { getPost } from '#host/services/posts/get-post.ts';
import { listPosts } from '#host/services/posts/list-posts.ts';
import { searchAll } from '#host/services/search/search-all.ts';

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
