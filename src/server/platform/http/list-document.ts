import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { ListPage } from '#server/platform/database/list-page.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';

interface Identified {
  readonly id: string;
}

function toResource<Type extends string, Item extends Identified>(type: Type, { id, ...attributes }: Item) {
  return { type, id, attributes };
}

/** Converts a page of a back office list to a JSON:API document. */
export function toListDocument<Type extends string, Item extends Identified>(
  type: Type,
  { rows, next }: ListPage<Item>,
) {
  return { data: rows.map((row) => toResource(type, row)), meta: { next } };
}

/** Converts a back office record to a JSON:API document; `NOT_FOUND` for null. */
export function toRecordDocument<Type extends string, Item extends Identified>(
  type: Type,
  record: Item | null,
): Result<{ readonly data: ReturnType<typeof toResource<Type, Item>> }, DomainFailure> {
  return record === null ? err(domainFailure('NOT_FOUND')) : ok({ data: toResource(type, record) });
}
