import type { Cents, Locale } from '#core/model/values.ts';

/** The one currency of the shop, ISO 4217. */
export const currency = 'EUR';

/**
 * Brands a whole number as cents.
 * @throws RangeError when the number is not a safe integer: a fraction of a cent is a bug, never rounded away here.
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Cents must be a whole number, got ${value}`);
  // `-0` would make equal amounts look different to a comparison.
  return (value === 0 ? 0 : value) as Cents;
}

/** Zero cents. */
export const noCents = cents(0);

/** Adds amounts up; nothing adds up to 0. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

/** The smaller of two amounts. */
export function smallerOf(one: Cents, other: Cents): Cents {
  return one < other ? one : other;
}

/** An amount, or 0 when it is negative. */
export function notNegative(amount: number): Cents {
  return cents(Math.max(0, amount));
}

/** Line total: unit price times quantity, both whole. */
export function lineTotal(unitPrice: Cents, quantity: number): Cents {
  return cents(unitPrice * quantity);
}

/**
 * A whole part of an amount: `amount × numerator ÷ denominator`, rounded to the cent. Every rounding of money
 * in the shop happens here: half a cent is rounded away from zero. Exact however large the product becomes.
 * @throws RangeError when numerator or denominator is not a whole number, or the denominator is not above 0.
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

/** `percent` (a whole number) of an amount, rounded as `partOf` rounds. */
export function percentOf(amount: Cents, percent: number): Cents {
  return partOf(amount, percent, 100);
}

/**
 * Splits an amount in proportion to `weights` (whole, not negative). The parts add up to the amount; each differs
 * from its exact share by less than a cent (largest remainder); what is left over goes to the largest remainders,
 * the earlier part first among equals. A part of weight 0 gets nothing. With |amount| up to the sum of the weights
 * no part is larger than its weight.
 * @throws RangeError when a weight is negative or broken, or an amount other than 0 has nobody to go to.
 */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('Weights must be whole numbers from 0 on');
  }
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) {
    if (amount !== 0) throw new RangeError(`Nothing to allocate ${amount} cents to`);
    return weights.map(() => noCents);
  }
  const size = BigInt(Math.abs(amount));
  const shares = weights.map((weight, index) => {
    const exact = size * BigInt(weight);
    return { index, floor: exact / sum, remainder: exact % sum };
  });
  const left = Number(size - shares.reduce((total, share) => total + share.floor, 0n));
  const favoured = new Set(
    shares
      .toSorted((a, b) =>
        a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
      )
      .slice(0, left)
      .map((share) => share.index),
  );
  return shares.map((share) => {
    const part = Number(share.floor) + (favoured.has(share.index) ? 1 : 0);
    return cents(amount < 0 ? -part : part);
  });
}

/**
 * A price as people read it: "1.234,50 €" in German (with a no-break space), "€1,234.50" in
 * English. Written out here and not by `Intl`, so that server and browser never differ by their language data.
 */
export function formatPrice(amount: Cents, locale: Locale): string {
  const digits = Math.abs(amount).toString().padStart(3, '0');
  const sign = amount < 0 ? '-' : '';
  const fraction = digits.slice(-2);
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, locale === 'de' ? '.' : ',');
  return locale === 'de' ? `${sign}${whole},${fraction}\u00a0€` : `${sign}€${whole}.${fraction}`;
}
