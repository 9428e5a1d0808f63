/** A cookie as in `Set-Cookie` or `document.cookie`. */
export interface WrittenCookie {
  readonly name: string;
  readonly value: string;
  /** In lower case; an attribute without a value is ''. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether it has expired, which is how cookies are removed. */
  readonly isGone: boolean;
}

/** Reads one cookie with its attributes (RFC 6265). */
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
