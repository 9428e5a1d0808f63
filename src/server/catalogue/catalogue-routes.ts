import { endpoints } from '#api/endpoints.ts';
import { facetNames } from '#core/model/product.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { found, pageDocument } from '#server/platform/http/page-document.ts';
import { type Route, sharedRoute } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { type DeliveryNotes, getProduct, wasSold } from './get-product.ts';
import { listProducts } from './list-products.ts';
import { getMaster } from './masters.ts';
import { listProductCards } from './product-cards.ts';

/** Routes for products and masters. */
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
    sharedRoute(endpoints.getMaster, async ({ params, locale }) =>
      found(await getMaster(context, params.slug, locale)),
    ),
  ];
}
