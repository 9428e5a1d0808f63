import type { ProductCard } from '#core/model/product.ts';
import { ok } from '#core/rules/result.ts';
import type { Orders } from './checkout/orders.ts';
import type { ApiResult, StorefrontContext } from './context.ts';
import { pageQuery } from './context.ts';
import { createFindPopup } from './marketing/marketing-actions.ts';

const largestPage = 100;

export type Queries = ReturnType<typeof createQueries>;

/** Creates the queries that need more than one API call. */
export function createQueries(context: StorefrontContext, { getOrder, listOrderDocuments }: Orders) {
  const { shopApi, stores } = context;
  return {
    getOrder,
    listOrderDocuments,
    /** Returns the cards of the learner's own courses, in the order of the catalogue; none for a guest. */
    async listOwnCourses(): ApiResult<readonly ProductCard[]> {
      const { snapshot } = stores.session;
      const owned = snapshot.status === 'logged_in' ? snapshot.learner.courses : [];
      const found: ProductCard[] = [];
      for (let number = 1; found.length < owned.length; number += 1) {
        const page = await shopApi.listProducts({
          query: { 'filter[kind]': 'course', ...pageQuery({ number, size: largestPage }) },
        });
        if (!page.ok) return page;
        found.push(...page.value.items.filter((card) => owned.includes(card.id)));
        if (number * largestPage >= page.value.total) break;
      }
      return ok(found);
    },
    findPopup: createFindPopup(context),
  };
}
