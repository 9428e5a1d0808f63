/** A point in time as text, or null. */
export function moment(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

/** JSON as it is stored; the shop itself only ever writes objects there. */
export function storedJson(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
