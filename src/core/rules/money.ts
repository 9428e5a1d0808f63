/** An amount in integer euro cents. Prices are gross: they include VAT (decisions §3). */
export type Cents = number & { readonly __unit: 'cents' };

/**
 * Brands a whole number as cents.
 * @throws RangeError when the number is not a safe integer: a fraction of a cent is a bug, never rounded away here.
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Cents must be a whole number, got ${value}`);
  return value as Cents;
}
