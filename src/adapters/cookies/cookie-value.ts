/** Percent-encodes a text, so that it can be the value of a cookie. */
export function encodeCookieValue(value: string): string {
  return encodeURIComponent(value);
}

/** Decodes a cookie's value; a value that is not validly encoded is returned unchanged. */
export function decodeCookieValue(value: string): string {
  const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
