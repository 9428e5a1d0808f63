import type { Cents, Locale } from '#core/model/values.ts';

/** The only currency of the shop (ISO 4217). */
export const currency = 'EUR';

/**
 * Converts a whole number to the type `Cents`.
 * @throws RangeError when the number is not a safe integer; fractions are not rounded here.
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Cents must be a whole number, got ${value}`);
  // Converts `-0` to `0`, because `Object.is` and deep comparisons distinguish them.
  return (value === 0 ? 0 : value) as Cents;
}

export const noCents = cents(0);

/** Returns the sum of amounts; 0 for an empty list. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

/** Returns the smaller of two amounts. */
export function smallerOf(one: Cents, other: Cents): Cents {
  return one < other ? one : other;
}

/** Returns the amount, or 0 when it is negative. */
export function notNegative(amount: number): Cents {
  return cents(Math.max(0, amount));
}

/** Returns the unit price times the quantity. */
export function lineTotal(unitPrice: Cents, quantity: number): Cents {
  return cents(unitPrice * quantity);
}

/**
 * Returns `amount × numerator ÷ denominator`, rounded to the cent; half a cent is rounded away from zero. All
 * rounding of money in the shop is done here. Exact for every size of the intermediate product.
 * @throws RangeError when numerator or denominator is not a whole number, or the denominator is not positive.
 */
export function partOf(amount: Cents, numerator: number, denominator: number): Cents {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0) {
    throw new RangeError(`A part needs whole numbers above a positive one, got ${numerator}/${denominator}`);
  }
  const product = BigInt(amount) * BigInt(numerator);
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + BigInt(denominator)) / (2n * BigInt(denominator));
  return cents(Number(product < 0n ? -rounded : rounded));
}

/** Returns `percent` (a whole number) percent of an amount, rounded like `partOf`. */
export function percentOf(amount: Cents, percent: number): Cents {
  return partOf(amount, percent, 100);
}

/**
 * Formats a price: "1.234,50 €" in German (with a no-break space), "€1,234.50" in English; a negative one with the
 * minus sign U+2212. Does not use `Intl`, so that server and browser always produce the same text.
 */
export function formatPrice(amount: Cents, locale: Locale): string {
  const digits = Math.abs(amount).toString().padStart(3, '0');
  const sign = amount < 0 ? '\u2212' : '';
  const fraction = digits.slice(-2);
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, locale === 'de' ? '.' : ',');
  return locale === 'de' ? `${sign}${whole},${fraction}\u00a0€` : `${sign}€${whole}.${fraction}`;
}
