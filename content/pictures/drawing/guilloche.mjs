// The pattern of tickets and vouchers.
import { range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { sin, cos } = Math;

export const guilloche = () => {
  // for tickets and vouchers
  const s = new Sheet(720, 300, 7);
  for (let k = 0; k < 26; k++)
    s.line(
      range(241, (_, t) => [
        t * 720,
        150 +
          (104 + 22 * sin(t * TAU * 2)) *
            sin(t * TAU * 3 + (k * TAU) / 26) *
            (0.55 + 0.45 * cos(t * TAU + k * 0.05)),
      ]),
      k % 13 ? 'ghost' : 'fine',
      0.25,
    );
  return s;
};
