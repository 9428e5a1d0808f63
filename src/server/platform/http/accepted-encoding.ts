/** Supported content encodings, best first. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/**
 * Returns the best of the offered encodings that an `Accept-Encoding` header allows; null to send the text
 * uncompressed.
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
