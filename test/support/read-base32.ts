/** Decodes Base32 (RFC 4648), in which authenticators get their secret. */
export function readBase32(text: string): Buffer {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const all = bits.map((bit) => bit.toString(2).padStart(5, '0')).join('');
  return Buffer.from((all.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
