/** One line of the plot: requests a second by number of connections. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [connections: number, rate: number])[];
}

const width = 720;
const height = 420;
const left = 70;
const right = 170;
const top = 40;
const bottom = 50;
const colours = ['#8a6503', '#14110d', '#2f6f6b', '#9c3d2e', '#5b4b8a', '#4d7a2a', '#7a4a6d'];

/** Draws curves on logarithmic axes, as SVG. `across`: what is counted from left to right. */
export function plotRates(title: string, curves: readonly Curve[], across = 'connections'): string {
  const points = curves.flatMap((curve) => curve.points);
  const counts = [...new Set(points.map(([connections]) => connections))].sort((a, b) => a - b);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const highest = 10 ** Math.ceil(Math.log10(Math.max(...points.map(([, rate]) => rate))));
  const x = (connections: number) =>
    left + share(connections, Math.min(least, most / 2), most) * (width - left - right);
  const y = (rate: number) =>
    height - bottom - share(Math.max(1, rate), 1, highest) * (height - top - bottom);
  const rates = Array.from({ length: Math.log10(highest) + 1 }, (_, power) => 10 ** power);
  const lines = [
    ...rates.map(
      (rate) =>
        `<line x1="${left}" x2="${width - right}" y1="${y(rate)}" y2="${y(rate)}" stroke="#ddd6c6"/>` +
        `<text x="${left - 8}" y="${y(rate) + 4}" text-anchor="end">${rate.toLocaleString('en')}</text>`,
    ),
    ...counts.map(
      (count) => `<text x="${x(count)}" y="${height - bottom + 20}" text-anchor="middle">${count}</text>`,
    ),
    ...curves.map(({ name, points: own }, index) => drawCurve(name, own, index)),
  ];

  function drawCurve(name: string, own: Curve['points'], index: number): string {
    const colour = colours[index % colours.length];
    const path = own.map(([count, rate]) => `${x(count).toFixed(1)},${y(rate).toFixed(1)}`).join(' ');
    const key = top + 10 + index * 22;
    return (
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      own
        .map(
          ([count, rate]) =>
            `<circle cx="${x(count).toFixed(1)}" cy="${y(rate).toFixed(1)}" r="3" fill="${colour}"/>`,
        )
        .join('') +
      `<rect x="${width - right + 16}" y="${key - 9}" width="12" height="12" fill="${colour}"/>` +
      `<text x="${width - right + 34}" y="${key + 2}">${name}</text>`
    );
  }

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#14110d" role="img" aria-label="${title}">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${left}" y="22" font-size="15">${title}</text>
${lines.join('\n')}
<text x="${(width - right + left) / 2}" y="${height - 10}" text-anchor="middle">${across}</text>
</svg>
`;
}

/** Returns the position of a value between two others on a logarithmic scale, from 0 to 1. */
function share(value: number, from: number, to: number): number {
  return Math.log(value / from) / Math.log(to / from);
}
