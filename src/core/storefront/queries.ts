import type { Note } from '#core/model/learning.ts';
import { ok } from '#core/rules/result.ts';
import type { Orders } from './checkout/orders.ts';
import type { ApiResult, StorefrontContext } from './context.ts';
import { pageQuery } from './context.ts';
import { createFindPopup } from './marketing/marketing-actions.ts';

const largestPage = 100;

export type Queries = ReturnType<typeof createQueries>;

/** Creates the queries that need more than one API call. */
export function createQueries(context: StorefrontContext, { getOrder, listOrderDocuments }: Orders) {
  return {
    getOrder,
    listOrderDocuments,
    /** Returns all notes of the learner in a course, in the order of its lessons. */
    async listCourseNotes(course: string): ApiResult<readonly Note[]> {
      const found: Note[] = [];
      for (let number = 1; ; number += 1) {
        const page = await context.shopApi.listNotes({
          query: { 'filter[course]': course, ...pageQuery({ number, size: largestPage }) },
        });
        if (!page.ok) return page;
        found.push(...page.value.items);
        if (number * largestPage >= page.value.total) return ok(found);
      }
    },
    findPopup: createFindPopup(context),
  };
}
