/** A cookie's value as it may stand in a header: percent-encoded, so that it holds any text. */
export function encodeCookieValue(value: string): string {
  return encodeURIComponent(value);
}

/** The text behind a cookie's value; one that was never encoded, or badly, is answered as it stands. */
export function decodeCookieValue(value: string): string {
  const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
