import * as z from 'zod/mini';
import { uuid } from '#core/model/primitives.ts';

type Shape = z.core.$ZodShape;

/** Path parameter of one record. */
export const byId = z.object({ id: uuid });

/**
 * Creates the schema of a JSON:API resource: the field `idKey` of the model becomes `id`, all others are
 * attributes.
 * @__NO_SIDE_EFFECTS__
 */
// @__NO_SIDE_EFFECTS__
export function resource<Type extends string, S extends Shape, Key extends string = 'id'>(
  type: Type,
  model: z.ZodMiniObject<S>,
  idKey: Key = 'id' as Key,
) {
  const { [idKey]: id, ...attributes } = model.shape as Shape;
  return z.object({
    type: z.literal(type),
    id: z.string(),
    attributes: (id === undefined ? model : z.object(attributes)) as z.ZodMiniObject<Omit<S, Key>>,
  });
}

/**
 * Creates the schema of `page[size]`, up to 100 with a default.
 * @__NO_SIDE_EFFECTS__
 */
// @__NO_SIDE_EFFECTS__
export function pageSize(defaultSize: number) {
  return z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), defaultSize);
}

/**
 * Creates the schema of the query parameters `page[number]` and `page[size]`.
 * @__NO_SIDE_EFFECTS__
 */
// @__NO_SIDE_EFFECTS__
export function pageQuery(defaultSize: number) {
  return {
    'page[number]': z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    'page[size]': pageSize(defaultSize),
  };
}

/** Page number, page size, and total number of items. */
export const pagePosition = z.object({ number: z.int(), size: z.int(), total: z.int() });

/**
 * Creates the schema of a paginated JSON:API list.
 * @__NO_SIDE_EFFECTS__
 */
// @__NO_SIDE_EFFECTS__
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    data: z.array(item),
    meta: z.object({ page: pagePosition }),
    links: z.object({
      self: z.string(),
      first: z.string(),
      last: z.string(),
      prev: z.nullable(z.string()),
      next: z.nullable(z.string()),
    }),
  });
}
