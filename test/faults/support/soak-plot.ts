/** The values at one moment of a long run. */
export interface Sample {
  readonly seconds: number;
  /** By the name of the curve. */
  readonly values: Readonly<Record<string, number>>;
}

/** A moment at which the run disturbed the shop. */
export interface Mark {
  readonly seconds: number;
  readonly what: string;
}

export interface Panel {
  readonly title: string;
  readonly curves: readonly string[];
}

const width = 900;
const panelHeight = 130;
const gap = 46;
const left = 70;
const right = 190;
const colours = ['#8a6503', '#2f6f6b', '#9c3d2e', '#5b4b8a'];

/** Draws panels one below the other with a common time axis and a line at each mark, as SVG. */
export function plotSoak(
  title: string,
  samples: readonly Sample[],
  marks: readonly Mark[],
  panels: readonly Panel[],
): string {
  const end = Math.max(1, ...samples.map(({ seconds }) => seconds));
  const x = (seconds: number) => left + (seconds / end) * (width - left - right);
  const drawn = panels.map(({ title: name, curves }, place) => {
    const top = 50 + place * (panelHeight + gap);
    const values = samples.flatMap((sample) => curves.map((curve) => sample.values[curve] ?? 0));
    const most = Math.max(1, ...values) * 1.1;
    const y = (value: number) => top + panelHeight * (1 - value / most);
    const lines = curves.map((curve, index) => {
      const points = samples
        .filter((sample) => Number.isFinite(sample.values[curve]))
        .map((sample) => `${x(sample.seconds).toFixed(1)},${y(sample.values[curve] ?? 0).toFixed(1)}`);
      const colour = colours[index % colours.length];
      return (
        `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>` +
        `<text x="${width - right + 12}" y="${top + 14 + index * 18}" fill="${colour}">${curve}</text>`
      );
    });
    return [
      `<text x="${left}" y="${top - 8}">${name}</text>`,
      `<rect x="${left}" y="${top}" width="${width - left - right}" height="${panelHeight}" fill="none" stroke="#ddd6c6"/>`,
      `<text x="${left - 8}" y="${top + 10}" text-anchor="end">${Math.round(most).toLocaleString('en')}</text>`,
      `<text x="${left - 8}" y="${top + panelHeight}" text-anchor="end">0</text>`,
      ...marks.map(
        ({ seconds, what }) =>
          `<line x1="${x(seconds).toFixed(1)}" x2="${x(seconds).toFixed(1)}" y1="${top}" y2="${top + panelHeight}" stroke="#bbb" stroke-dasharray="2 3"><title>${what}</title></line>`,
      ),
      ...lines,
    ].join('\n');
  });
  const height = 50 + panels.length * (panelHeight + gap);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#14110d" role="img" aria-label="${title}">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${left}" y="22" font-size="15">${title}</text>
${drawn.join('\n')}
<text x="${left}" y="${height - 8}">0</text>
<text x="${width - right}" y="${height - 8}" text-anchor="end">${(end / 60).toFixed(0)} minutes</text>
</svg>
`;
}
