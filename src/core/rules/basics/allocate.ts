import type { Cents } from '#core/model/values.ts';
import { cents, noCents } from './money.ts';

/**
 * Splits an amount in proportion to `weights` (whole numbers, not negative) by the largest remainder method.
 * The parts add up to the amount; each differs from its exact share by less than a cent. Remaining cents go
 * to the parts with the largest remainder, to the earlier part if two are equal. A part of weight 0 gets 0.
 * If |amount| is at most the sum of the weights, no part exceeds its weight.
 * @throws RangeError when a weight is invalid, or all weights are 0 and the amount is not.
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
