import * as z from 'zod/mini';
import { type Infer, line, uuid } from './primitives.ts';

/** Lists whose filters can be saved. */
export const viewPlaces = ['orders', 'subscriptions', 'declarations'] as const;

export type ViewPlace = (typeof viewPlaces)[number];

/** Filters by their names in the URL. Never the search text (`q`): it may name a shopper. */
const filters = z.record(z.string().check(z.regex(/^(?!q$|after$)[a-z_]{1,30}$/)), line(60, 1)).check(
  z.refine((given) => {
    const { length } = Object.keys(given);
    return length > 0 && length <= 20;
  }, 'name one filter at least'),
);

/** The input for a saved view. */
export const newSavedView = z.object({
  place: z.enum(viewPlaces),
  name: line(60, 1),
  filters,
  /** Whether it is visible to everybody who can see the list. */
  is_shared: z.boolean(),
});

export type NewSavedView = Infer<typeof newSavedView>;

/** The filters of a list, saved under a name. */
export const savedView = z.object({
  id: uuid,
  ...newSavedView.shape,
  /** Whether it belongs to the caller. Others can only be deleted by operators who may change operators. */
  is_own: z.boolean(),
});

export type SavedView = Infer<typeof savedView>;
