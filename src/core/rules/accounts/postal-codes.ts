interface PostalCodeForm {
  readonly pattern: RegExp;
  /** A real postal code of the country, as it is written there. */
  readonly example: string;
}

const digits = (count: number, example: string): PostalCodeForm => ({
  pattern: new RegExp(`^[0-9]{${count}}$`),
  example,
});

/** Three and two digits with an optional space, as in Sweden. */
const threeAndTwo = (example: string): PostalCodeForm => ({ pattern: /^[0-9]{3} ?[0-9]{2}$/, example });

/** Digits with an optional prefix of the country's letters. */
const lettered = (letters: string, count: number, example: string): PostalCodeForm => ({
  pattern: new RegExp(`^(?:${letters}[- ]?)?[0-9]{${count}}$`, 'i'),
  example,
});

/** Formats of postal codes by country (ISO 3166-1 alpha-2). */
const formsByCountry: Readonly<Record<string, PostalCodeForm>> = {
  AT: digits(4, '1010'),
  BE: digits(4, '1000'),
  BG: digits(4, '1000'),
  CH: digits(4, '8001'),
  CY: digits(4, '1010'),
  CZ: threeAndTwo('110 00'),
  DE: digits(5, '04109'),
  DK: digits(4, '1050'),
  EE: digits(5, '10111'),
  ES: digits(5, '28013'),
  FI: digits(5, '00100'),
  FR: digits(5, '75001'),
  GB: { pattern: /^(?:GIR ?0AA|[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2})$/i, example: 'SW1A 1AA' },
  GR: threeAndTwo('105 57'),
  HR: digits(5, '10000'),
  HU: digits(4, '1051'),
  IE: { pattern: /^[A-Z][0-9][0-9W] ?[A-Z0-9]{4}$/i, example: 'D02 X285' },
  IS: digits(3, '101'),
  IT: digits(5, '00184'),
  LI: digits(4, '9490'),
  LT: lettered('LT', 5, 'LT-01103'),
  LU: lettered('L', 4, '1648'),
  LV: lettered('LV', 4, 'LV-1050'),
  MT: { pattern: /^[A-Z]{3} ?[0-9]{2,4}$/i, example: 'VLT 1117' },
  NL: { pattern: /^[0-9]{4} ?[A-Z]{2}$/i, example: '1012 AB' },
  NO: digits(4, '0150'),
  PL: { pattern: /^[0-9]{2}-?[0-9]{3}$/, example: '00-950' },
  PT: { pattern: /^[0-9]{4}-?[0-9]{3}$/, example: '1100-148' },
  RO: digits(6, '010011'),
  SE: threeAndTwo('111 29'),
  SI: lettered('SI', 4, '1000'),
  SK: threeAndTwo('811 01'),
};

const otherPattern = /^[A-Za-z0-9][A-Za-z0-9 -]{0,10}[A-Za-z0-9]$/;

function formOf(country: string): PostalCodeForm | undefined {
  return Object.hasOwn(formsByCountry, country) ? formsByCountry[country] : undefined;
}

/**
 * Returns whether a postal code has the format of its country (ISO 3166-1 alpha-2). In other countries it has 2 to 12
 * letters, digits, spaces and hyphens. Spaces before and after the code are ignored.
 */
export function isPostalCode(postalCode: string, country: string): boolean {
  return (formOf(country)?.pattern ?? otherPattern).test(postalCode.trim());
}

/** Returns a postal code of the country as an example; null when the country is not listed. */
export function postalCodeExample(country: string): string | null {
  return formOf(country)?.example ?? null;
}
