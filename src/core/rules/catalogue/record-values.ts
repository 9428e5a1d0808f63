/** The values of a record by field name. */
export type Fields = Readonly<Record<string, unknown>>;

/** A difference between two versions of a record; `path` is like `parts.0.title.de`. */
export interface Difference {
  readonly path: string;
  /** Undefined if the version has no value here. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns whether two values are equal; the order of keys and keys without a value are ignored. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns the names of the top-level fields in which two records differ. */
export function differingFields(one: Fields | null, other: Fields | null): readonly string[] {
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
  return [...names].filter((name) => !isSameValue(one?.[name], other?.[name]));
}

/** Returns a record with the named fields of another; fields that the other lacks are removed. */
export function withFields(record: Fields, other: Fields, names: readonly string[]): Fields {
  const rest = Object.entries(record).filter(([name]) => !names.includes(name));
  const taken = Object.entries(other).filter(([name]) => names.includes(name));
  return Object.fromEntries([...rest, ...taken]);
}

/**
 * Rebases an edit of an outdated version (`base`) onto the latest version (`theirs`): the edited values stay, all
 * others follow the latest version. Nested values are merged too, for example the German and the English text of a
 * field. `conflicts` are the fields in which both changed the same value; a list is one value.
 */
export function rebased(
  base: Fields,
  own: Fields,
  theirs: Fields,
): { readonly value: Fields; readonly conflicts: readonly string[] } {
  const mine = differingFields(base, own);
  const joined = mine.map((name) => ({ name, ...joinValue(base[name], own[name], theirs[name]) }));
  const written = joined.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]);
  return {
    value: withFields(theirs, Object.fromEntries(written), mine),
    conflicts: joined.filter(({ hasConflict }) => hasConflict).map(({ name }) => name),
  };
}

function joinValue(base: unknown, own: unknown, theirs: unknown): { value: unknown; hasConflict: boolean } {
  if (isSameValue(base, own)) return { value: theirs, hasConflict: false };
  if (isSameValue(base, theirs) || isSameValue(own, theirs)) return { value: own, hasConflict: false };
  if (!isRecord(base) || !isRecord(own) || !isRecord(theirs)) return { value: own, hasConflict: true };
  // Values of different kinds have different fields, so they cannot be merged.
  if (base.kind !== own.kind || base.kind !== theirs.kind) return { value: own, hasConflict: true };
  const { value, conflicts } = rebased(base, own, theirs);
  return { value, hasConflict: conflicts.length > 0 };
}

function isRecord(value: unknown): value is Fields {
  return isObject(value) && !Array.isArray(value);
}

/** Returns all single values in which two versions differ, in the order of their fields. */
export function differences(before: unknown, after: unknown, path = ''): readonly Difference[] {
  if (isSameValue(before, after)) return [];
  if (!isObject(before ?? {}) || !isObject(after ?? {})) return [{ path, before, after }];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name) =>
    differences(
      (before as Fields | undefined)?.[name],
      (after as Fields | undefined)?.[name],
      path === '' ? name : `${path}.${name}`,
    ),
  );
}
