import * as z from 'zod/mini';
import { line } from '#core/model/primitives.ts';
import { pageSize } from './json-api.ts';

/** Start of a page of a back office list: `page[after]` is `meta.next` of the previous page. */
export const cursorQuery = {
  'page[after]': z.optional(
    z.string().check(z.regex(/^\d{13,16}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  ),
  'page[size]': pageSize(50),
};

/** Query of a back office list: a search text, and the start of the page. */
export const listQuery = { 'filter[q]': z.optional(line(120)), ...cursorQuery };

/**
 * Creates the schema of one page of a list of the back office.
 * @__NO_SIDE_EFFECTS__
 */
// @__NO_SIDE_EFFECTS__
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    data: z.array(item),
    /** Null on the last page. */
    meta: z.object({ next: z.nullable(z.string()) }),
  });
}
