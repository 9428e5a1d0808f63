/** A time as responses have it (ISO 8601, UTC), or null where nothing has happened yet. */
export function isoOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
