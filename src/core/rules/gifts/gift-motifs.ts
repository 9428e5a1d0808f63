import type { GiftTheme } from '#core/model/gift-choice.ts';

/** Width and height of a motif. */
export const motifSize = 120;

const circleParts = 2 * Math.PI;
const one = (value: number) => String(Math.round(value * 10) / 10);
const at = (x: number, y: number) => `${one(x)} ${one(y)}`;
const line = (...points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${at(x, y)}`).join('');
const ellipse = (x: number, y: number, width: number, height: number) =>
  `M${at(x - width, y)}a${at(width, height)} 0 1 0 ${at(2 * width, 0)}a${at(width, height)} 0 1 0 ${at(-2 * width, 0)}`;
const count = (length: number) => Array.from({ length }, (_, index) => index);
/** Returns the point at an angle, given in turns, clockwise from the top. */
const around = (x: number, y: number, radius: number, turn: number): [number, number] => [
  x + radius * Math.sin(turn * circleParts),
  y - radius * Math.cos(turn * circleParts),
];

/** A pair of compasses, the shop's logo. */
function compasses(): string[] {
  return [
    ellipse(60, 20, 9.6, 9.6),
    line([56, 28.8], [26, 108]),
    line([64, 28.8], [94, 108]),
    'M32 74c16.8 14.4 39.2 14.4 56 0',
  ];
}

/** A cake of two tiers with five candles. */
function cake(): string[] {
  const tier = (top: number, bottom: number, width: number, height: number) =>
    `M${at(60 - width, top)}V${one(bottom)}A${at(width, height)} 0 0 0 ${at(60 + width, bottom)}V${one(top)}`;
  const icing = (top: number, width: number, height: number, folds: number) => {
    const edge = (fold: number): [number, number] => {
      const angle = (fold / folds) * Math.PI;
      return [60 - width * Math.cos(angle), top + height * Math.sin(angle)];
    };
    return count(folds).map((fold) => {
      const [[fromX, fromY], [toX, toY]] = [edge(fold), edge(fold + 1)];
      return `M${at(fromX, fromY)}Q${at((fromX + toX) / 2, (fromY + toY) / 2 + 9)} ${at(toX, toY)}`;
    });
  };
  const candles = count(5).flatMap((index) => {
    const x = 44 + 8 * index;
    const foot = 56 - Math.abs(index - 2) * 0.9;
    return [
      line([x - 1.3, foot], [x - 1.3, foot - 15], [x + 1.3, foot - 15], [x + 1.3, foot]),
      `M${at(x, foot - 17)}c-3.4-2.6-1.6-6 0-9.4c1.6 3.4 3.4 6.8 0 9.4`,
    ];
  });
  const rays = count(9).map((index) => {
    const turn = -0.2 + index * 0.05;
    return line(around(60, 50, 36, turn), around(60, 50, index % 2 === 0 ? 44 : 40, turn));
  });
  return [
    ellipse(60, 103, 48, 9),
    tier(78, 100, 36, 7),
    ellipse(60, 78, 36, 7),
    ...icing(78, 36, 7, 8),
    tier(57, 77, 24, 5),
    ellipse(60, 57, 24, 5),
    ...icing(57, 24, 5, 6),
    ...candles,
    ...rays,
  ];
}

/** A star of eight folded rays above a branch of fir. */
function star(): string[] {
  const [x, y] = [60, 44];
  const rays = count(8).flatMap((ray) => {
    const turn = ray / 8;
    const tip = around(x, y, ray % 2 === 0 ? 38 : 25, turn);
    const [left, right] = [around(x, y, 10, turn - 1 / 16), around(x, y, 10, turn + 1 / 16)];
    // The shaded side is hatched from its edge to the fold.
    const shade = count(6).map((index) => {
      const share = (index + 1) / 8;
      const along = (end: readonly [number, number]): [number, number] => [
        end[0] + (tip[0] - end[0]) * share,
        end[1] + (tip[1] - end[1]) * share,
      ];
      return line(along(right), along([x, y]));
    });
    return [line(left, tip, right), line([x, y], tip), ...shade];
  });
  const needles = count(27).flatMap((index) => {
    const share = (index + 1) / 28;
    const stemX = 12 + 96 * share;
    const stemY = 92 + 4 * 11 * share * (1 - share);
    const side = stemX < 60 ? -1 : 1;
    const lean = 4.5 * side;
    const length = 5 + 4 * Math.sin(share * Math.PI);
    return [
      line([stemX, stemY], [stemX + lean, stemY - length]),
      line([stemX, stemY], [stemX + lean, stemY + length]),
    ];
  });
  return [
    ...rays,
    'M12 92Q60 114 108 92',
    ...needles,
    ellipse(55, 104, 3.2, 3.2),
    ellipse(64, 106, 3.2, 3.2),
  ];
}

/** A dahlia with two leaves. */
function flower(): string[] {
  const [x, y] = [60, 44];
  const petals = [
    { petals: 16, from: 23, to: 36, wide: 0.03 },
    { petals: 12, from: 14, to: 26, wide: 0.04 },
    { petals: 8, from: 6, to: 17, wide: 0.058 },
  ].flatMap(({ petals: length, from, to, wide }, ring) =>
    count(length).map((index) => {
      const turn = (index + ring / 2) / length;
      const middle = (from + to) / 2 + 2;
      const [begin, tip] = [around(x, y, from, turn), around(x, y, to, turn)];
      const [left, right] = [around(x, y, middle, turn - wide), around(x, y, middle, turn + wide)];
      return `M${at(...begin)}Q${at(...left)} ${at(...tip)}Q${at(...right)} ${at(...begin)}`;
    }),
  );
  const veins = count(5).flatMap((index) => {
    const share = (index + 1) / 6;
    return [
      line([59 - 24 * share, 108 - 14 * share], [54 - 24 * share, 101 - 12 * share + 3 * share]),
      line([60 + 24 * share, 102 - 14 * share], [65 + 24 * share, 96 - 12 * share + 3 * share]),
    ];
  });
  return [
    ...petals,
    ellipse(x, y, 5, 5),
    ellipse(x, y, 2, 2),
    'M61 80Q63 98 57 118',
    'M59 108Q38 108 31 90Q52 88 59 108M59 108L31 90',
    'M60 102Q80 104 89 86Q68 83 60 102M60 102L89 86',
    ...veins,
  ];
}

/** Two interlocked rings with a stone. */
function rings(): string[] {
  const [outer, inner, y] = [29, 24, 74];
  const ring = (x: number, gapAt: number) => {
    // A gap where the other ring passes over this one.
    const gap = 0.033;
    const arc = (radius: number) => {
      const [from, to] = [around(x, y, radius, gapAt + gap), around(x, y, radius, gapAt - gap)];
      return `M${at(...from)}A${at(radius, radius)} 0 1 1 ${at(...to)}`;
    };
    const hatching = count(44)
      .map((index) => index / 44 + 0.01)
      .filter((turn) => Math.abs(turn - gapAt) > gap * 1.2 && turn > 0.3 && turn < 0.95)
      .map((turn) => line(around(x, y, inner + 0.8, turn), around(x, y, outer - 1.4, turn)));
    return [arc(outer), arc(inner), ...hatching];
  };
  const sparkle = count(7).map((index) => {
    const turn = -0.18 + index * 0.06;
    return line(around(80, 34, 17, turn), around(80, 34, index % 2 === 0 ? 25 : 21, turn));
  });
  return [
    ...ring(42, 0.127),
    ...ring(80, 0.627),
    line([80, 46], [69, 32], [74, 26], [86, 26], [91, 32], [80, 46]),
    line([69, 32], [91, 32]),
    line([74, 26], [76, 32], [80, 46], [84, 32], [86, 26]),
    ...sparkle,
  ];
}

const drawings: Readonly<Record<GiftTheme, () => string[]>> = {
  neutral: compasses,
  birthday: cake,
  christmas: star,
  thanks: flower,
  wedding: rings,
};

/**
 * Returns the drawing of a gift's theme as SVG path data for strokes, in a square of `motifSize`
 * (docs/behaviour/gifts.md#theme-of-a-gift).
 */
export function giftMotif(theme: GiftTheme): string {
  return drawings[theme]().join('');
}
