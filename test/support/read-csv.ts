/** Parses CSV (RFC 4180). Shares no code with the shop's CSV writer. */
export function readCsv(text: string, separator: ',' | ';' = ','): string[][] {
  const rows: string[][] = [[]];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\r\\n]*)(${separator}|\\r\\n|$)`, 'gy');
  for (let match = cell.exec(text); match !== null && match.index < text.length; match = cell.exec(text)) {
    const [, raw = '', end] = match;
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
