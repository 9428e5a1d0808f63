/** The path to a nested value: keys and indexes from the outside to the inside. */
export type Place = readonly (string | number)[];

/** Returns the paths of a value and of all values in it, the empty path first. */
export function places(value: unknown, path: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, inner]) => places(inner, [...path, key]))];
}

export function valueAt(value: unknown, path: Place): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}

/** Returns a copy of `value` in which the value at `path` is replaced. */
export function replaced(value: unknown, path: Place, by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? replaced(item, rest, by) : item));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
}
