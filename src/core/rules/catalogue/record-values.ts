/** What a record says, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** One value of a record that two versions have differently, by its place: `parts.0.title.de`. */
export interface Difference {
  readonly path: string;
  /** Undefined where a version has none. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Whether two values of records say the same; the order of keys says nothing, nor does a key without a value. */
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

/** Names of the fields of the first level in which two records differ. */
export function differingFields(one: Fields | null, other: Fields | null): readonly string[] {
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
  return [...names].filter((name) => !isSameValue(one?.[name], other?.[name]));
}

/** A record in which some fields are those of another; a field that the other lacks is gone. */
export function withFields(record: Fields, other: Fields, names: readonly string[]): Fields {
  const rest = Object.entries(record).filter(([name]) => !names.includes(name));
  const taken = Object.entries(other).filter(([name]) => names.includes(name));
  return Object.fromEntries([...rest, ...taken]);
}

/**
 * What somebody wrote on a version that is no longer the last: their values stay, all others follow the last version.
 * Both may have changed a field, one its German text and the other its English one. `contested` are the fields in which
 * both changed the same value; a list is one value.
 */
export function rebased(
  base: Fields,
  own: Fields,
  theirs: Fields,
): { readonly value: Fields; readonly contested: readonly string[] } {
  const mine = differingFields(base, own);
  const joined = mine.map((name) => ({ name, ...joinValue(base[name], own[name], theirs[name]) }));
  const written = joined.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]);
  return {
    value: withFields(theirs, Object.fromEntries(written), mine),
    contested: joined.filter(({ isContested }) => isContested).map(({ name }) => name),
  };
}

function joinValue(base: unknown, own: unknown, theirs: unknown): { value: unknown; isContested: boolean } {
  if (isSameValue(base, own)) return { value: theirs, isContested: false };
  if (isSameValue(base, theirs) || isSameValue(own, theirs)) return { value: own, isContested: false };
  if (!isRecord(base) || !isRecord(own) || !isRecord(theirs)) return { value: own, isContested: true };
  // A value of another kind has other fields.
  if (base.kind !== own.kind || base.kind !== theirs.kind) return { value: own, isContested: true };
  const { value, contested } = rebased(base, own, theirs);
  return { value, isContested: contested.length > 0 };
}

function isRecord(value: unknown): value is Fields {
  return isObject(value) && !Array.isArray(value);
}

/** Every single text, number and choice in which two versions differ, in the order of their fields. */
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
