// Vouchers: a rosette for each value, which stands in its heart.
import { outlines, widthOf } from '../lettering.mjs';
import { rosette } from './rosette.mjs';

/** Petals of the rosette of each value in euros: no course's gift has as many. */
export const voucherPetals = { 25: 7, 50: 12, 100: 20 };

export const voucher = (value, small = false) => {
  const s = rosette(value, voucherPetals[value], small ? 9 : 21, small),
    text = String(value),
    size = small ? 62 : 56,
    left = 300 - widthOf(text, size) / 2;
  for (const { contours } of outlines(text, size, [left, 300 + size * 0.35]))
    for (const contour of contours) s.line(contour, 'contour');
  return s;
};
