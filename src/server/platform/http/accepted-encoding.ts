/** Ways to compress a text, the best first. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/**
 * The best of the offered encodings that an `Accept-Encoding` header allows; null when the text has to be sent as it
 * is.
 */
export function chooseEncoding(
  header: string | null,
  offered: readonly Encoding[] = encodings,
): Encoding | null {
  const allowed = (header ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return offered.find((encoding) => allowed.includes(encoding)) ?? null;
}
