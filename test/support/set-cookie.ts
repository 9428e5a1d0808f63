/** A parsed cookie of a `Set-Cookie` header or of an assignment to `document.cookie`. */
export interface WrittenCookie {
  readonly name: string;
  readonly value: string;
  /** Attributes by lower-case name; the value of an attribute without a value is an empty string. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether the cookie has expired: a `max-age` of 0 or less, or an expiry date in the past. */
  readonly isGone: boolean;
}

/** Parses one cookie with its attributes (RFC 6265). */
export function parseSetCookie(text: string): WrittenCookie {
  const [pair = '', ...rest] = text.split(';');
  const divider = pair.indexOf('=');
  const attributes = Object.fromEntries(
    rest.map((attribute) => {
      const [name = '', value = ''] = attribute.trim().split('=', 2);
      return [name.toLowerCase(), value];
    }),
  );
  const expires =
    attributes.expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(attributes.expires);
  const isGone = Number(attributes['max-age'] ?? '1') <= 0 || expires <= Date.now();
  return { name: pair.slice(0, divider).trim(), value: pair.slice(divider + 1).trim(), attributes, isGone };
}
