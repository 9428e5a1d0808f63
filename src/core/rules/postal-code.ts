const digitsByCountry: Readonly<Record<string, number>> = { DE: 5, AT: 4, CH: 4 };

/**
 * Whether a postal code fits its country (ISO 3166-1 alpha-2): DE 5, AT 4, CH 4 digits (decisions §5). Elsewhere
 * (invoice addresses) 2 to 12 letters, digits, blanks and hyphens. Surrounding blanks do not matter.
 */
export function isPostalCode(postalCode: string, country: string): boolean {
  const code = postalCode.trim();
  const digits = Object.hasOwn(digitsByCountry, country) ? digitsByCountry[country] : undefined;
  return digits === undefined
    ? /^[A-Za-z0-9][A-Za-z0-9 -]{0,10}[A-Za-z0-9]$/.test(code)
    : new RegExp(`^[0-9]{${digits}}$`).test(code);
}
