import * as z from 'zod/mini';
import { type Infer, line, uuid } from './primitives.ts';

/** Lists whose filters can be saved. */
export const viewPlaces = ['orders', 'subscriptions', 'declarations'] as const;

export type ViewPlace = (typeof viewPlaces)[number];

/** Filters by their names in the address. What was searched for (`q`) is never one: it may name a shopper. */
const filters = z.record(z.string().check(z.regex(/^(?!q$|after$)[a-z_]{1,30}$/)), line(60, 1)).check(
  z.refine((given) => {
    const { length } = Object.keys(given);
    return length > 0 && length <= 20;
  }, 'name one filter at least'),
);

/** A view as it is written. */
export const newSavedView = z.object({
  place: z.enum(viewPlaces),
  name: line(60, 1),
  filters,
  /** Whether everybody sees it who sees the list. */
  is_shared: z.boolean(),
});

export type NewSavedView = Infer<typeof newSavedView>;

/** Filters of a list under a name. */
export const savedView = z.object({
  id: uuid,
  ...newSavedView.shape,
  /** Whether it is the caller's; others can only be deleted by who may change operators. */
  is_own: z.boolean(),
});

export type SavedView = Infer<typeof savedView>;
