import type { Note } from '#core/model/learning.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { ApiResult, StorefrontContext } from './kernel/context.ts';
import { createFindPopup } from './marketing/marketing-actions.ts';
import type { Orders } from './orders/order-actions.ts';

const largestPage = 100;

export type Queries = ReturnType<typeof createQueries>;

/** Creates the queries that need more than one API call. */
export function createQueries(
  context: StorefrontContext,
  { getOrder, listOrderDocuments, listOrderGifts }: Orders,
) {
  return {
    getOrder,
    listOrderDocuments,
    listOrderGifts,
    /** Returns all notes of the learner in a course, in lesson order, and the URL of their PDF (null without notes). */
    async listCourseNotes(
      course: string,
    ): ApiResult<{ readonly notes: readonly Note[]; readonly documentUrl: string | null }> {
      const found: Note[] = [];
      for (let number = 1; ; number += 1) {
        const page = await context.shopApi.listNotes({
          query: { filter: { course }, page: { number, size: largestPage } },
        });
        if (!page.ok) return page;
        found.push(...page.value.items);
        const { total, document_url: documentUrl } = page.value;
        if (number * largestPage >= total) return ok({ notes: found, documentUrl });
      }
    },
    findPopup: createFindPopup(context),
  };
}
