import { contract } from '#api/contract.ts';
import { err, ok } from '#core/rules/result.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { DeliveryNotes } from '#server/catalogue/get-product.ts';
import { getProduct } from '#server/catalogue/get-product.ts';
import { listProducts } from '#server/catalogue/list-products.ts';
import { wasSold } from '#server/catalogue/was-sold.ts';
import { pageDocument } from '#server/http/page-document.ts';
import type { Route } from '#server/http/route.ts';
import { route } from '#server/http/route.ts';
import { readAnnouncement, readPage, readShopFacts } from '#server/marketing/read-contents.ts';
import type { HostContext } from '#server/server-context.ts';

/** Everything that can be read without being anybody: products, announcement bar, legal pages, the shop itself. */
export function catalogueRoutes(context: HostContext, notes: DeliveryNotes): readonly Route[] {
  return [
    route(contract.listProducts, async ({ query, caller }) => {
      const locale = query.language ?? caller.locale;
      const list = await listProducts(
        context,
        {
          kind: query['filter[kind]'],
          group: query['filter[group]'],
          q: query['filter[q]'],
          sort: query.sort,
          number: query['page[number]'],
          size: query['page[size]'],
        },
        locale,
      );
      const page = pageDocument(list, { path: contract.listProducts.path, query });
      return ok({ ...page, meta: { ...page.meta, groups: list.groups } });
    }),
    route(contract.getProduct, async ({ params, caller }) => {
      const data = await getProduct(context, params.slug, { locale: caller.locale, notes });
      if (data !== undefined) return ok({ data });
      return err(apiFailure((await wasSold(context, params.slug)) ? 'GONE' : 'NOT_FOUND'));
    }),
    route(contract.getAnnouncement, async ({ caller }) =>
      ok({ data: await readAnnouncement(context, caller.locale) }),
    ),
    route(contract.getContentPage, async ({ params, caller }) => {
      const page = await readPage(context, params.slug, caller.locale);
      if (page === undefined) return err(apiFailure('NOT_FOUND'));
      const { slug, ...attributes } = page;
      return ok({ data: { type: 'pages' as const, id: slug, attributes } });
    }),
    route(contract.getShopFacts, async ({ caller }) => {
      const data = await readShopFacts(context, caller.locale);
      return data === undefined ? err(apiFailure('NOT_FOUND')) : ok({ data });
    }),
  ];
}
